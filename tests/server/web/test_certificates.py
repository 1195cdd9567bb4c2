"""The certificate for this machine: kept, renewed, private, and one that a client can check."""

from __future__ import annotations

import ssl
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509

from server.web.addresses import lan_addresses, listening_socket, shown_host, url_of
from server.web.certificates import VALID_FOR, certificate
from server.web.settings import Settings

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
NAMES = ["localhost", "127.0.0.1", "192.168.1.5", "2001:db8::5"]


def test_it_is_made_once_and_only_its_owner_reads_the_key(tmp_path: Path) -> None:
    first = certificate(tmp_path, NAMES, NOW)
    again = certificate(tmp_path, NAMES[:2], NOW + timedelta(days=300))
    assert (first.is_new, again.is_new) == (True, False)
    assert first.fingerprint == again.fingerprint
    assert stat.S_IMODE(first.key_file.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["certificate.pem", "key.pem"]
    ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(first.file, first.key_file)


def test_it_names_the_addresses_and_phones_do_not_find_it_too_long(tmp_path: Path) -> None:
    made = x509.load_pem_x509_certificate(certificate(tmp_path, NAMES, NOW).file.read_bytes())
    names = made.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert {str(name.value) for name in names} == set(NAMES)
    assert made.not_valid_before_utc < NOW < made.not_valid_after_utc
    assert made.not_valid_after_utc - made.not_valid_before_utc == VALID_FOR <= timedelta(days=398)


@pytest.mark.parametrize(
    ("names", "later"),
    [([*NAMES, "10.0.0.7"], timedelta(0)), (NAMES, timedelta(days=370)), (NAMES, timedelta(days=-9))],
)
def test_it_is_renewed_for_a_new_address_and_before_its_end(tmp_path: Path, names: list[str], later: timedelta) -> None:
    certificate(tmp_path, NAMES, NOW)
    assert certificate(tmp_path, names, NOW + later).is_new


def test_files_that_are_broken_foreign_or_open_to_others_are_replaced(tmp_path: Path) -> None:
    first = certificate(tmp_path, NAMES, NOW)
    other = certificate(tmp_path / "other", NAMES, NOW) if (tmp_path / "other").mkdir() is None else first
    first.key_file.write_bytes(other.key_file.read_bytes())
    assert certificate(tmp_path, NAMES, NOW).is_new
    first.file.write_text("nothing")
    assert certificate(tmp_path, NAMES, NOW).is_new
    first.key_file.chmod(0o644)
    assert certificate(tmp_path, NAMES, NOW).is_new
    assert stat.S_IMODE(first.key_file.stat().st_mode) == 0o600


def test_addresses_that_are_shown() -> None:
    assert not [address for address in lan_addresses() if address.startswith(("127.", "169.254.", "fe80", "::1"))]
    assert shown_host("0.0.0.0", ["10.0.0.5", "2001:db8::1"]) == "10.0.0.5"
    assert shown_host("0.0.0.0", []) == "127.0.0.1"
    assert shown_host("10.1.1.1", ["10.0.0.5"]) == "10.1.1.1"
    assert url_of("10.0.0.5", 8000, False) == "http://10.0.0.5:8000"
    assert url_of("2001:db8::1", 443, True) == "https://[2001:db8::1]"
    assert url_of("10.0.0.5", 80, True) == "https://10.0.0.5:80"


def test_a_port_that_is_taken_is_noticed_before_anything_is_loaded() -> None:
    with listening_socket(Settings(host="127.0.0.1", port=0)) as first:
        port = first.getsockname()[1]
        with pytest.raises(OSError, match="in use"):
            listening_socket(Settings(host="127.0.0.1", port=port))
