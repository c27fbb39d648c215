"""What several test modules use. Its assertions show the values compared, as those of tests do."""

import pkgutil

import pytest

pytest.register_assert_rewrite(*(module.name for module in pkgutil.iter_modules(__path__, "support.")))
