"""A study: rows of inputs in, rows of outputs out."""

from __future__ import annotations

import ctypes as c
import os
import pathlib
import tempfile
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from ._errors import FailedRows
from ._library import FoundInput, Options, check, library
from ._wait import wait

if TYPE_CHECKING:
    import numpy
    import pandas
    import xarray

Rows = Union["pandas.DataFrame", Mapping[str, Any], Sequence[Mapping[str, Any]]]
OnFailure = Union[str, float]  # "nan", "raise", or the number that stands for every output of a failed row


class Input(NamedTuple):
    """A number of the study that rows may give. `default` is the study's own value, in `unit`; NaN: it has none."""

    name: str
    path: str  # dotted, in the study
    unit: str  # "" for none
    default: float
    minimum: float  # allowed, ends included
    maximum: float
    whole: bool  # whole numbers only
    structural: bool  # another value is another reduced model: dear


class Output(NamedTuple):
    """A number that every row has, in `unit` ("1": a pure number)."""

    name: str
    unit: str


def _override(path: str, value: Any) -> bytes:
    if isinstance(value, bool):
        value = "true" if value else "false"
    elif isinstance(value, (list, tuple)):
        value = "[" + ", ".join(map(str, value)) + "]"
    return f"{path}={value}".encode()


def _texts(values: Sequence[bytes]):
    return (c.c_char_p * max(len(values), 1))(*values)


class Study:
    """A study file, opened once: later evaluations reuse what the first one has read and reduced.

    Ctrl-C ends a call within a fraction of a second. Threads may share a study; their calls wait for each
    other. Forked children may use it. The file is read once: open the study anew after changing it.

    Args:
        path: The study file (YAML).
        overrides: Values that replace those of the file, `{"integrator.periods": 100}`.
        device: `auto`, `cpu`, `cpu_scalar`, `device_sim`, `cuda`, `cuda:N` or `cuda:all`.
        threads: Number of CPU threads; 0: all that the process may use.
        lanes: Trajectories per thread: 1, 4 or 8; 0: chosen by their number.
        team: GPU threads per trajectory: 1, 4, 8, 16, 32 or 128; 0: chosen.
        precision: `double` or `single`.
        quiet: False: progress and notes on standard error, too; True: warnings only.
        bad_rows: What a value does that is NaN or out of range. `row`: its row fails with the status
            out_of_range. `error`: the call raises StudyError.
        on_failure: What the outputs of failed rows hold unless the call says otherwise: `"nan"` or a number;
            `"raise"` raises FailedRows. Many tools do not accept NaN (one NaN makes every index of SALib 0).
        progress: None: a progress bar (tqdm, where it is installed) for calls of more than a second on a
            terminal; True: always; False: never.
    """

    def __init__(self, path: Union[str, os.PathLike], overrides: Optional[Mapping[str, Any]] = None, *,
                 device: str = "auto", threads: int = 0, lanes: int = 0, team: int = 0, precision: str = "double",
                 quiet: bool = True, bad_rows: str = "row", on_failure: OnFailure = "nan",
                 progress: Optional[bool] = None):
        self._handle = c.c_void_p()
        self.path = os.fspath(path)
        self.on_failure, self.progress = on_failure, progress
        _check_on_failure(on_failure)
        self._again = (self.path, dict(overrides or {}),
                       dict(device=device, threads=threads, lanes=lanes, team=team, precision=precision, quiet=quiet,
                            bad_rows=bad_rows, on_failure=on_failure, progress=progress))
        given = [_override(key, value) for key, value in (overrides or {}).items()]
        texts = _texts(given)
        options = Options(c.sizeof(Options), device.encode(), threads, lanes, team, precision.encode(), len(given),
                          texts, int(quiet), bad_rows.encode())
        check(library().chatter_open(os.fsencode(path), c.byref(options), c.byref(self._handle)))

    def close(self) -> None:
        """Gives its memory and devices back; no other thread may be in a call."""
        handle, self._handle = self._handle, c.c_void_p()
        library().chatter_close(handle)

    def __enter__(self) -> "Study":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            self.close()

    def __reduce__(self):  # other processes open the study anew
        return _open_again, self._again

    def __repr__(self) -> str:
        return f"Study({self.path!r}, inputs: {', '.join(self.inputs)}; outputs: {', '.join(self.outputs)})"

    def _of(self) -> c.c_void_p:
        if not self._handle:
            raise ValueError(f"the study {self.path} is closed")
        return self._handle

    @property
    def inputs(self) -> Dict[str, Input]:
        """The inputs that the study names, by name. Rows may give every other number too (`find`)."""
        of, lib = self._of(), library()
        names = [lib.chatter_input_name(of, i).decode() for i in range(lib.chatter_input_count(of))]
        return {name: self.find(name) for name in names}

    @property
    def outputs(self) -> Dict[str, Output]:
        """What every row gives, by name, in the order of columns."""
        of, lib = self._of(), library()
        found = [Output(lib.chatter_output_name(of, i).decode(), lib.chatter_output_unit(of, i).decode())
                 for i in range(lib.chatter_output_count(of))]
        return {output.name: output for output in found}

    def find(self, name: str) -> Input:
        """An input, or any number of the study by its dotted path ("contact.gap")."""
        found = FoundInput(c.sizeof(FoundInput))
        check(library().chatter_find_input(self._of(), name.encode(), c.byref(found)))
        return Input(name, found.path.decode(), found.unit.decode(), found.value, found.minimum, found.maximum,
                     bool(found.whole), bool(found.structural))

    def evaluate(self, rows: Rows, *, on_failure: Optional[OnFailure] = None) -> "pandas.DataFrame":
        """Evaluates all rows of a table in one launch.

        Args:
            rows: Columns are inputs or dotted paths, in SI units; what has no column keeps the study's value. A
                pandas table, a dict of columns (`{"gap": [1e-5, 2e-5]}`), one row (`{"gap": 1e-5}`), or a list
                of rows.
            on_failure: As for the study.

        Returns:
            A table with the same index: `status` (`ok`, `diverged`, `out_of_range` ...) and the outputs, in the
            units of `outputs`. Failed rows hold what `on_failure` says. An output that does not exist for a good
            row (a tenth bounce) is NaN with status ok.
        """
        import numpy
        import pandas
        rows = _table(rows)
        names = [str(name) for name in rows.columns]
        try:
            values = rows.to_numpy(dtype=numpy.float64)
        except (TypeError, ValueError) as error:
            wrong = [name for name, kind in zip(names, rows.dtypes) if not pandas.api.types.is_numeric_dtype(kind)]
            raise TypeError(f"columns must hold numbers ({', '.join(wrong)}): {error}") from error
        outputs, status = self.evaluate_array(values, names, on_failure=on_failure)
        table = pandas.DataFrame(outputs, index=rows.index, columns=list(self.outputs))
        table.insert(0, "status", status.astype(object))
        return table

    def evaluate_array(self, X: "numpy.typing.ArrayLike", names: Optional[Sequence[str]] = None, *,
                       on_failure: Optional[OnFailure] = None) -> Tuple["numpy.ndarray", "numpy.ndarray"]:
        """Evaluates rows of an array in one launch.

        Args:
            X: Array [n, d] in SI units, its columns in the order of `names`.
            names: d inputs or dotted paths; None: the study's inputs in their order.
            on_failure: As for the study.

        Returns:
            Y [n, outputs] and the status words [n], as `evaluate` gives them.
        """
        import numpy
        on_failure = self.on_failure if on_failure is None else on_failure
        _check_on_failure(on_failure)
        names = list(self.inputs) if names is None else list(names)
        X = numpy.ascontiguousarray(X, dtype=numpy.float64)
        if X.ndim != 2 or X.shape[1] != len(names):
            raise ValueError(f"X has the shape {X.shape}; allowed: (rows, {len(names)}), one column for each of "
                             f"{', '.join(names) or 'no names'}")
        Y = numpy.empty((X.shape[0], len(self.outputs)))
        codes = numpy.zeros(X.shape[0], dtype=numpy.intc)
        self._compute(X, names, Y, codes)
        return _fail(Y, codes, on_failure)

    def _compute(self, X: Any, names: List[str], Y: Any, codes: Any) -> None:
        lib, double_p = library(), c.POINTER(c.c_double)
        texts = _texts([name.encode() for name in names])

        def call() -> None:  # holds the study and the arrays as long as C has them
            check(lib.chatter_evaluate(self._of(), X.shape[0], X.shape[1], texts, X.ctypes.data_as(double_p), Y.shape[1],
                                       Y.ctypes.data_as(double_p), codes.ctypes.data_as(c.POINTER(c.c_int))))

        self._wait(call)

    def _wait(self, call: Any) -> None:
        of, lib = self._of(), library()
        wait(call, lambda: lib.chatter_interrupt(of), lambda: lib.chatter_progress(of), self.progress)

    def run(self, path: Union[str, os.PathLike, None] = None, *, replace: bool = False) -> "xarray.Dataset":
        """Runs the study's own ensemble, as `chatter run` does, and opens its results.

        Rows out of range end the run with an error whatever `bad_rows` says, which is for rows that are given:
        draw them from a truncated_normal distribution, or evaluate a table.

        Args:
            path: The results file; None: a temporary one, which is read into memory.
            replace: Replaces an existing file and what an interrupted run left;
                `chatter run STUDY --resume -o PATH` continues that run instead.

        Returns:
            A dataset whose variables have units and long_name; `status` has flag_meanings.
        """
        import xarray
        if path is not None:
            self._run(os.fspath(path), replace)
            return xarray.open_dataset(path)
        with tempfile.TemporaryDirectory(prefix="chatter-") as folder:
            file = str(pathlib.Path(folder) / "results.h5")
            self._run(file, False)
            with xarray.open_dataset(file) as opened:
                return opened.load()

    def _run(self, path: str, replace: bool) -> None:
        self._wait(lambda: check(library().chatter_run(self._of(), os.fsencode(path), int(replace))))

    def interrupt(self) -> None:
        """Ends the calls of other threads that run or wait: they raise Interrupted."""
        library().chatter_interrupt(self._of())


def _table(rows: Any) -> "pandas.DataFrame":
    import pandas
    if isinstance(rows, pandas.DataFrame):
        return rows
    if isinstance(rows, Mapping):
        columns = any(pandas.api.types.is_list_like(value) for value in rows.values())
        return pandas.DataFrame(dict(rows) if columns else [dict(rows)])
    if isinstance(rows, (list, tuple)) and all(isinstance(row, Mapping) for row in rows):
        if any(set(row) != set(rows[0]) for row in rows):
            raise ValueError("rows name different inputs (allowed: the same in each row)")
        return pandas.DataFrame([dict(row) for row in rows])
    raise TypeError(f"rows is of type {type(rows).__name__} (allowed: a pandas.DataFrame, a dict of columns or of one "
                    "row, a list of such rows; an array: evaluate_array)")


def _check_on_failure(on_failure: OnFailure) -> None:
    if isinstance(on_failure, str) and on_failure not in ("nan", "raise"):
        raise ValueError(f"on_failure is {on_failure!r}; allowed: 'nan', 'raise' or a number")


def _fail(Y: Any, codes: Any, on_failure: OnFailure) -> Tuple[Any, Any]:
    import numpy
    found, which = numpy.unique(codes, return_inverse=True)
    words = numpy.array([library().chatter_status_word(int(code)).decode() for code in found] or ["ok"])
    status = words[which]
    failed = numpy.flatnonzero(codes)
    if len(failed) and on_failure == "raise":
        raise FailedRows(len(codes), failed.tolist(), status[failed].tolist())
    if len(failed) and on_failure != "nan":
        Y[failed] = float(on_failure)
    return Y, status


def _open_again(path: str, overrides: Dict[str, Any], options: Dict[str, Any]) -> Study:
    return Study(path, overrides, **options)
