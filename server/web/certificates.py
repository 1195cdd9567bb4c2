"""A certificate for the addresses of this machine, for pages that may use the camera only over https."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

VALID_FOR = timedelta(days=397)
"""Phones refuse certificates that are valid for longer than 398 days."""
RENEWED_BEFORE = timedelta(days=30)
CLOCKS_DIFFER = timedelta(days=1)
PRIVATE = 0o600


@dataclass(frozen=True, slots=True)
class Certificate:
    """The files of a certificate and its key, the start of its SHA-256 as browsers show it, and whether it is new."""

    file: Path
    key_file: Path
    fingerprint: str
    is_new: bool


def certificate(folder: Path, names: Sequence[str], now: datetime) -> Certificate:
    """The certificate that is kept in the folder, made anew unless it is valid for a month and for all these names.

    `names` are host names and addresses; `now` has a zone. The key is readable for its owner alone.

    Raises:
        OSError: when the folder cannot be written.
    """
    file, key_file = folder / "certificate.pem", folder / "key.pem"
    kept = _kept(file, key_file)
    if kept is not None and _serves(kept, names, now):
        return Certificate(file, key_file, _fingerprint(kept), is_new=False)
    key = ec.generate_private_key(ec.SECP256R1())
    made = _signed(key, names, now)
    pem = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    _write(key_file, pem)
    _write(file, made.public_bytes(serialization.Encoding.PEM))
    return Certificate(file, key_file, _fingerprint(made), is_new=True)


def _signed(key: ec.EllipticCurvePrivateKey, names: Sequence[str], now: datetime) -> x509.Certificate:
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Pipwise on this machine")])
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - CLOCKS_DIFFER)
        .not_valid_after(now + VALID_FOR - CLOCKS_DIFFER)
        .add_extension(x509.SubjectAlternativeName([_general(name) for name in names]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )


def _general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _kept(file: Path, key_file: Path) -> x509.Certificate | None:
    """The certificate in these files, None where they lack, hold something else or do not go together."""
    try:
        found = x509.load_pem_x509_certificate(file.read_bytes())
        key = serialization.load_pem_private_key(key_file.read_bytes(), None)
        if key_file.stat().st_mode & 0o077:
            return None
    except (OSError, ValueError, TypeError):
        return None
    return found if found.public_key() == key.public_key() else None


def _serves(found: x509.Certificate, names: Sequence[str], now: datetime) -> bool:
    try:
        held = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return False
    is_named = all(_general(name) in list(held) for name in names)
    return is_named and found.not_valid_before_utc <= now <= found.not_valid_after_utc - RENEWED_BEFORE


def _write(path: Path, data: bytes) -> None:
    """Write a file that nobody else may read, in the place of one that may be there, or not at all."""
    beside = path.with_suffix(".new")
    beside.unlink(missing_ok=True)
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE), "wb") as file:
        file.write(data)
    beside.replace(path)


def _fingerprint(found: x509.Certificate) -> str:
    return found.fingerprint(hashes.SHA256()).hex(":").upper()[:23]
