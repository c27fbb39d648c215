"""Kernels as plain Python runs them, where nothing is compiled."""

import importlib.util
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import pytest

_uncompiled: dict[str, ModuleType] = {}


class _Sources(MetaPathFinder):
    """Find the sources of kernels, where the import system would find what they are compiled to."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not path or not fullname.endswith("._kernels"):
            return None
        return importlib.util.spec_from_file_location(fullname, Path(path[0]) / "_kernels.py")


def uncompiled(kernels: ModuleType) -> ModuleType:
    """Return the module of these kernels, read from its source, as are the kernels that it imports."""
    if kernels.__name__ not in _uncompiled:
        known = {name: sys.modules.pop(name) for name in list(sys.modules) if name.endswith("._kernels")}
        for name in known:  # or "from PACKAGE import _kernels" would find what is compiled
            vars(sys.modules[name.rpartition(".")[0]]).pop("_kernels", None)
        sources = _Sources()
        sys.modules.update(_uncompiled)
        sys.meta_path.insert(0, sources)
        try:
            importlib.import_module(kernels.__name__)
            _uncompiled.update((name, sys.modules[name]) for name in known if name in sys.modules)
        finally:
            sys.meta_path.remove(sources)
            sys.modules.update(known)
            for name, module in known.items():
                vars(sys.modules[name.rpartition(".")[0]])["_kernels"] = module
    return _uncompiled[kernels.__name__]


def run_uncompiled(monkeypatch: pytest.MonkeyPatch, *modules: str) -> None:
    """Have these modules of `cardwright.ranking` call uncompiled kernels."""
    for module in (importlib.import_module(f"cardwright.ranking.{name}") for name in modules):
        for name, value in list(vars(module).items()):
            if isinstance(value, ModuleType) and value.__name__.endswith("._kernels"):
                monkeypatch.setattr(module, name, uncompiled(value))
