"""Kernels as plain Python runs them, where nothing is compiled."""

import importlib.util
from pathlib import Path
from types import ModuleType


def uncompiled(kernels: ModuleType) -> ModuleType:
    """Return the module of these kernels, read from its source."""
    spec = importlib.util.spec_from_file_location("uncompiled", Path(str(kernels.__file__)).with_name("_kernels.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
