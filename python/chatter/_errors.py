"""What goes wrong, with the program's own messages."""

from __future__ import annotations

from typing import Sequence


class ChatterError(Exception):
    """An error of the program; its text is the program's, one message a line, `code` its exit code."""

    code = 1


class UsageError(ChatterError, ValueError):
    """A wrong argument or option."""

    code = 2


class StudyError(ChatterError, ValueError):
    """The study, an override or an input is wrong: file, line, column, what is allowed."""

    code = 3


class ModelError(ChatterError):
    """The model cannot be imported or reduced."""

    code = 4


class DeviceError(ChatterError):
    """No such device, or no memory."""

    code = 5


class FileError(ChatterError, OSError):
    """A file cannot be read or written."""

    code = 6


class Interrupted(ChatterError):
    """`Study.interrupt` ended the call."""

    code = 130


class FailedRows(ChatterError):
    """`on_failure="raise"`: some rows failed.

    rows: their numbers, from 0; status: the word for each of them.
    """

    code = 7

    def __init__(self, n: int, rows: Sequence[int], status: Sequence[str]):
        self.n, self.rows, self.status = n, list(rows), list(status)
        some = ", ".join(f"row {row}: {word}" for row, word in list(zip(self.rows, self.status))[:10])
        more = ", ..." if len(self.rows) > 10 else ""
        super().__init__(f"{len(self.rows)} of {n} rows failed ({some}{more})")

    def __reduce__(self):
        return FailedRows, (self.n, self.rows, self.status)


_by_code = {error.code: error for error in (UsageError, StudyError, ModelError, DeviceError, FileError, Interrupted)}
_by_code[75] = Interrupted  # a run that left a checkpoint


def error_of(code: int, text: str) -> ChatterError:
    error = _by_code.get(code, ChatterError)(text or f"error {code}, without a message")
    error.code = code
    return error
