"""Messages of Web Push: encryption for a browser (RFC 8291), and the server's own key that signs them (RFC 8292)."""

import base64
import os
import time
from pathlib import Path

import msgspec
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from cardwright.errors import CardwrightError

RECORD_BYTES = 4096  # a message has one record
TOKEN_LIFE_S = 12 * 3600
COORDINATE_BYTES = 32  # a half of a signature has as many
CURVE = ec.SECP256R1()


def encode(data: bytes) -> str:
    """Return bytes in base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Return the bytes of base64url without padding. Raises `ValueError`."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """Return a public key as an uncompressed point."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encrypt(
    text: bytes, p256dh: str, auth: str, key: ec.EllipticCurvePrivateKey | None = None, salt: bytes = b""
) -> bytes:
    """Return a message that the browser with these keys can read. Raises `ValueError` for keys that are none.

    ``key`` and ``salt`` are of this message alone, and by default random.
    """
    private_key, salt = key or ec.generate_private_key(CURVE), salt or os.urandom(16)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decode(p256dh))
    info = b"WebPush: info\0" + point(theirs) + point(private_key.public_key())
    secret = _derive_key(private_key.exchange(ec.ECDH(), theirs), decode(auth), info, 32)
    cipher = AESGCM(_derive_key(secret, salt, b"Content-Encoding: aes128gcm\0", 16))
    nonce = _derive_key(secret, salt, b"Content-Encoding: nonce\0", 12)
    sender = point(private_key.public_key())
    head = salt + RECORD_BYTES.to_bytes(4, "big") + bytes([len(sender)]) + sender
    return head + cipher.encrypt(nonce, text + b"\2", None)


def _derive_key(secret: bytes, salt: bytes, info: bytes, count: int) -> bytes:
    return HKDF(hashes.SHA256(), count, salt, info).derive(secret)


class ServerKey:
    """The key that identifies this server to push services, and an address (mailto: or https:) of its owner."""

    def __init__(self, key: ec.EllipticCurvePrivateKey, contact: str = "") -> None:
        self.key, self.contact = key, contact
        self.public = encode(point(key.public_key()))

    def authorization(self, origin: str) -> str:
        """Return the header that makes a push service at this origin accept a message."""
        claims: dict[str, object] = {"aud": origin, "exp": int(time.time()) + TOKEN_LIFE_S}
        if self.contact:
            claims["sub"] = self.contact
        parts = (msgspec.json.encode(each) for each in ({"typ": "JWT", "alg": "ES256"}, claims))
        signed = ".".join(map(encode, parts))
        r, s = utils.decode_dss_signature(self.key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        signature = encode(r.to_bytes(COORDINATE_BYTES, "big") + s.to_bytes(COORDINATE_BYTES, "big"))
        return f"vapid t={signed}.{signature}, k={self.public}"


def server_key(path: Path, contact: str = "") -> ServerKey:
    """Return the key in a file, which is created with a new one. Raises `CardwrightError` or `OSError`."""
    if not path.exists():
        made = ec.generate_private_key(CURVE)
        text = made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(text)
    try:
        key = serialization.load_pem_private_key(path.read_bytes(), None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as problem:
        raise CardwrightError(f"{path}: not a private key in PEM without a password") from problem
    if not isinstance(key, ec.EllipticCurvePrivateKey) or key.curve.name != CURVE.name:
        raise CardwrightError(f"{path}: a key for Web Push is of the curve P-256")
    return ServerKey(key, contact)
