"""Long calls of C: Ctrl-C ends them at once, a bar shows how far they are."""

from __future__ import annotations

import sys
import threading
from typing import Callable, Optional

SHOW_AFTER = 1.0  # s: shorter calls have no bar
LOOK_EVERY = 0.1  # s


def _bar(wanted: Optional[bool]):
    """tqdm's bar, where it is installed and there is somebody to look at it."""
    if wanted is False or (wanted is None and not sys.stderr.isatty()):
        return None
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm(total=100, unit="%", leave=False, bar_format="{l_bar}{bar}| {elapsed}<{remaining}")


class _Call(threading.Thread):
    """A call in a thread of its own: Python handles signals in the main thread only, and not while that is in C."""

    def __init__(self, function: Callable[[], None]):
        super().__init__(daemon=True)
        self.function, self.error = function, None

    def run(self) -> None:
        try:
            self.function()
        except BaseException as error:  # of the caller
            self.error = error


def _join(call: _Call) -> None:
    while call.is_alive():
        try:
            call.join()
        except KeyboardInterrupt:  # impatience: what is under way ends within a fraction of a second
            pass


def _watch(call: _Call, share: Callable[[], float], progress: Optional[bool]) -> None:
    call.join(SHOW_AFTER if progress is not True else 0)
    if not call.is_alive():
        return
    bar = _bar(progress)
    try:
        while call.is_alive():
            call.join(LOOK_EVERY)
            if bar is not None:
                bar.update(max(0.0, 100 * share() - bar.n))
    finally:
        if bar is not None:
            bar.close()


def wait(function: Callable[[], None], interrupt: Callable[[], None], share: Callable[[], float],
         progress: Optional[bool]) -> None:
    """function(), which `interrupt` ends early and which is done by `share` of 1."""
    if threading.current_thread() is not threading.main_thread():
        function()
        return
    call = _Call(function)
    call.start()
    try:
        _watch(call, share, progress)
    except BaseException:
        interrupt()
        _join(call)
        raise
    if call.error is not None:
        raise call.error
