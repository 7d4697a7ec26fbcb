"""Long calls of C: Ctrl-C ends them at once, a bar shows how far they are.

Python handles signals in its main thread only, and not while that is in C. But its own handler, which is C, writes the number of
a signal into a pipe (signal.set_wakeup_fd): a thread that reads there interrupts the call, and Python does the rest behind it. A
call with a bar runs in a thread of its own instead, beside the main one that draws; that costs a millisecond.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from typing import Any, Callable, Optional

SHOW_AFTER = 1.0  # s: shorter calls have no bar
LOOK_EVERY = 0.1  # s


def _tqdm(wanted: Optional[bool]) -> Any:
    """Where it is installed and there is somebody to look at its bar."""
    if wanted is False or (wanted is None and not sys.stderr.isatty()):
        return None
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm


class _Call:
    """A call under way, ended by `end` from another thread."""

    def __init__(self, function: Callable[[], None], interrupt: Callable[[], None]):
        self.function, self.interrupt = function, interrupt
        self.error: Optional[BaseException] = None
        self.ended = threading.Event()

    def run(self) -> None:
        try:
            self.function()
        except BaseException as error:  # of the caller
            self.error = error
        self.ended.set()

    def end(self) -> None:
        """Again and again: an interruption before C has begun meets nothing."""
        while not self.ended.is_set():
            self.interrupt()
            try:
                self.ended.wait(LOOK_EVERY)
            except KeyboardInterrupt:  # impatience: what is under way ends within a fraction of a second
                pass


class _Watch:
    """The thread that reads signals; one for the process, forked children make their own."""

    def __init__(self) -> None:
        self.process = os.getpid()
        self.call: Optional[_Call] = None
        self.before = -1  # who reads signals else, such as an event loop
        self.reads, self.writes = os.pipe()
        os.set_blocking(self.writes, False)  # set_wakeup_fd wants it so
        threading.Thread(target=self._read, daemon=True, name="chatter-signals").start()

    def _read(self) -> None:
        while True:
            signals, call, before = os.read(self.reads, 64), self.call, self.before
            if before >= 0:
                os.write(before, signals)
            if signal.SIGINT in signals and call is not None:
                call.end()

    def run(self, call: _Call) -> None:
        self.call = call
        self.before = signal.set_wakeup_fd(self.writes, warn_on_full_buffer=False)
        try:
            call.function()
        finally:
            call.ended.set()
            self.call = None
            signal.set_wakeup_fd(self.before)
            self.before = -1


_watch: Optional[_Watch] = None


def _watched(call: _Call) -> None:
    global _watch
    if _watch is None or _watch.process != os.getpid():
        _watch = _Watch()
    _watch.run(call)


def _with_bar(call: _Call, share: Callable[[], float], tqdm: Any, after: float) -> None:
    # Not ended by Thread.join: up to Python 3.12 one that Ctrl-C ends takes the thread for ended.
    threading.Thread(target=call.run, daemon=True).start()
    try:
        if not call.ended.wait(after):
            with tqdm(total=100, unit="%", leave=False, bar_format="{l_bar}{bar}| {elapsed}<{remaining}") as bar:
                while not call.ended.wait(LOOK_EVERY):
                    bar.update(max(0.0, 100 * share() - bar.n))
    except BaseException:
        call.end()
        raise
    if call.error is not None:
        raise call.error


def wait(function: Callable[[], None], interrupt: Callable[[], None], share: Callable[[], float],
         progress: Optional[bool]) -> None:
    """function(), which `interrupt` ends early and which is done by `share` of 1."""
    if threading.current_thread() is not threading.main_thread():
        function()
        return
    call, tqdm = _Call(function, interrupt), _tqdm(progress)
    if tqdm is None:
        _watched(call)
    else:
        _with_bar(call, share, tqdm, 0 if progress else SHOW_AFTER)
