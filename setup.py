"""Build the kernels: every ``_kernels.py`` is Cython in pure Python mode, and `SHARED` what all of them need.

Each extension is optional: without a C compiler the same package is installed and runs the same files uncompiled, which
then need Cython. ``cardwright doctor`` says which of the two it is.
"""

import os
import sys
from pathlib import Path

from setuptools import Extension, setup

SOURCE = Path("src")
SHARED = "cardwright._cyutility"  # Cython's code for arrays; each kernel would compile it again
NOTHING_TO_BUILD = {"sdist", "egg_info", "dist_info"}  # commands that only need the names of the extensions


def extensions() -> list[Extension]:
    flags = ["-fno-math-errno", "-g0"]  # Python asks for debugging information, three quarters of each file
    if "-O" not in os.environ.get("CFLAGS", ""):
        flags.append("-O3")
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
    if NOTHING_TO_BUILD & set(sys.argv):
        return modules
    modules.append(Extension(SHARED, [], extra_compile_args=flags))

    from Cython.Build import cythonize

    made = cythonize(
        modules,
        build_dir="build/cython",
        nthreads=os.cpu_count() or 1,
        shared_utility_qualified_name=SHARED,
        compiler_directives={
            "language_level": "3",
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
            "infer_types": True,  # of loop variables; a kernel declares every other variable
        },
    )
    for extension in made:
        extension.optional = True  # cythonize does not copy it
    return made


setup(ext_modules=extensions(), options={"build_ext": {"parallel": os.cpu_count()}})
