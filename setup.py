"""Build the kernels: every ``_kernels.py`` is Cython in pure Python mode.

Each extension is optional, so that a machine without a C compiler installs the same package and runs the
same files uncompiled; ``cardwright doctor`` says which of the two it is.
"""

import os
from pathlib import Path

from setuptools import Extension, setup

SOURCE = Path("src")


def extensions() -> list[Extension]:
    from Cython.Build import cythonize

    flags = ["-O3", "-fno-math-errno"]
    # A machine that builds for itself (make play, make test) may use all of its instructions; a wheel may not.
    if os.environ.get("CARDWRIGHT_NATIVE") == "1":
        flags.append("-march=native")
    modules = [
        Extension(
            ".".join(path.relative_to(SOURCE).with_suffix("").parts),
            [str(path)],
            extra_compile_args=flags,
        )
        for path in sorted(SOURCE.rglob("_kernels.py"))
    ]
    made = cythonize(
        modules,
        build_dir="build/cython",
        compiler_directives={
            "language_level": "3",
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
        },
    )
    for extension in made:
        extension.optional = True  # said here because cythonize forgets it
    return made


setup(ext_modules=extensions())
