"""libchatter by ctypes: include/chatter/chatter.h says what the functions mean."""

from __future__ import annotations

import ctypes as c
import functools
import os
import pathlib

from ._errors import error_of


class Options(c.Structure):  # chatter_options
    _fields_ = [("size", c.c_size_t), ("device", c.c_char_p), ("threads", c.c_int), ("lanes", c.c_int),
                ("team", c.c_int), ("precision", c.c_char_p), ("n_overrides", c.c_int),
                ("overrides", c.POINTER(c.c_char_p)), ("quiet", c.c_int), ("bad_rows", c.c_char_p)]


class FoundInput(c.Structure):  # chatter_input
    _fields_ = [("size", c.c_size_t), ("path", c.c_char * 512), ("unit", c.c_char * 16), ("value", c.c_double),
                ("minimum", c.c_double), ("maximum", c.c_double), ("whole", c.c_int), ("structural", c.c_int)]


_handle, _text, _doubles = c.c_void_p, c.c_char_p, c.POINTER(c.c_double)
_functions = {  # name: result, arguments
    "open": (c.c_int, [_text, c.POINTER(Options), c.POINTER(_handle)]),
    "close": (None, [_handle]),
    "output_count": (c.c_int, [_handle]),
    "output_name": (_text, [_handle, c.c_int]),
    "output_unit": (_text, [_handle, c.c_int]),
    "input_count": (c.c_int, [_handle]),
    "input_name": (_text, [_handle, c.c_int]),
    "find_input": (c.c_int, [_handle, _text, c.POINTER(FoundInput)]),
    "evaluate": (c.c_int, [_handle, c.c_long, c.c_int, c.POINTER(_text), _doubles, c.c_int, _doubles,
                           c.POINTER(c.c_int)]),
    "run": (c.c_int, [_handle, _text, c.c_int]),
    "interrupt": (None, [_handle]),
    "progress": (c.c_double, [_handle]),
    "status_word": (_text, [c.c_int]),
    "error": (_text, []),
    "version": (_text, []),
}


def _candidates() -> list:
    here = pathlib.Path(__file__).resolve().parent
    given = os.environ.get("CHATTER_LIBRARY")
    if given:
        return [given]
    # The library of the wheel, that of a built source tree, then that of the system.
    return [str(path) for path in (here / "libchatter.so", here.parents[1] / "build" / "libchatter.so")
            if path.exists()] + ["libchatter.so.2"]


@functools.lru_cache(maxsize=None)
def library() -> c.CDLL:
    """libchatter: that of $CHATTER_LIBRARY, else of this package, else of the system."""
    wrong = []
    for name in _candidates():
        try:
            loaded = c.CDLL(name)
            break
        except OSError as error:
            wrong.append(str(error))
    else:
        raise ImportError("libchatter cannot be loaded (CHATTER_LIBRARY may name it): " + "; ".join(wrong))
    for name, (result, arguments) in _functions.items():
        function = getattr(loaded, "chatter_" + name)
        function.restype, function.argtypes = result, arguments
    return loaded


def check(code: int) -> None:
    """Raises what this thread's last call says about a code that is not 0."""
    if code != 0:
        raise error_of(code, library().chatter_error().decode(errors="replace"))


def version() -> str:
    """The version of the library."""
    return library().chatter_version().decode()
