"""chatter from Python: ensembles of vibrating structures in frictional and impacting contact::

    import chatter, pandas
    study = chatter.Study("plate.yaml")
    table = study.evaluate(pandas.DataFrame({"frequency": [275.0, 284.0]}))

All numbers are in SI units, angles in radians, frequencies in hertz.
"""

from ._errors import (ChatterError, DeviceError, FailedRows, FileError, Interrupted, ModelError, StudyError,
                      UsageError)
from ._library import version
from ._study import Input, Output, Study

__all__ = ["Study", "Input", "Output", "ChatterError", "UsageError", "StudyError", "ModelError", "DeviceError",
           "FileError", "Interrupted", "FailedRows", "version"]


def __getattr__(name: str) -> str:  # the library is loaded when it is first asked for
    if name == "__version__":
        return version()
    raise AttributeError(f"module 'chatter' has no attribute '{name}'")
