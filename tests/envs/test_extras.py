"""An environment whose package is missing names the extra to install; everything else works."""

import importlib
import sys

import pytest

from tablier.errors import MissingPackage


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("gymnasium", "gymnasium", "gym"),
        ("pettingzoo", "pettingzoo", "pettingzoo"),
        ("openspiel", "pyspiel", "openspiel"),
    ],
)
def test_missing_packages_name_their_extra(
    module: str, package: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, f"tablier.envs.{module}", raising=False)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingPackage, match=rf"pip install 'tablier\[{extra}\]'"):
        importlib.import_module(f"tablier.envs.{module}")


def test_ids_need_no_optional_package() -> None:
    from tablier import catalogue
    from tablier.envs import env_id

    assert env_id(catalogue.info("shangri_la")) == "tablier/ShangriLa-v0"
