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


class _Call:
    """A call in a thread of its own: Python handles signals in the main thread only, and not while that is in C.

    Not by Thread.join: up to Python 3.12 one that Ctrl-C ends takes the thread for ended.
    """

    def __init__(self, function: Callable[[], None]):
        self.function, self.error, self.ended = function, None, threading.Event()
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        try:
            self.function()
        except BaseException as error:  # of the caller
            self.error = error
        self.ended.set()

    def end(self, interrupt: Callable[[], None]) -> None:
        """Again and again: an interruption before the call has begun meets nothing."""
        while not self.ended.is_set():
            interrupt()
            try:
                self.ended.wait(LOOK_EVERY)
            except KeyboardInterrupt:  # impatience: what is under way ends within a fraction of a second
                pass


def _watch(call: _Call, share: Callable[[], float], progress: Optional[bool]) -> None:
    if call.ended.wait(SHOW_AFTER if progress is not True else 0):
        return
    bar = _bar(progress)
    try:
        while not call.ended.wait(LOOK_EVERY):
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
    try:
        _watch(call, share, progress)
    except BaseException:
        call.end(interrupt)
        raise
    if call.error is not None:
        raise call.error
