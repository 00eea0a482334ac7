"""The Latchkey client for Python 3.9 and later: one file to copy. It needs `pip install cryptography`.

Guide: docs/clients/python.md.
"""
import base64, hashlib, hmac, http.client, json, re, secrets, time
from urllib import error as url_error, request as url_request
from datetime import datetime, timezone

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

AUTHORIZE, RELEASE = "/v1/licenses/authorize", "/v1/licenses/release"
CLOCK_SKEW = 300  # seconds


class LatchkeyError(Exception):
    """Neither yes nor no. `retry_after`: seconds to wait before the next try, None when trying again is pointless."""

    def __init__(self, code, message, retry_after=None):
        super().__init__(f"{code}: {message}")
        self.code, self.retry_after = code, retry_after


class Answer:
    """A yes (`allow`) or a denial (`reason_code`; `message` is for people). Keep `proof` for `Client.recall`."""

    def __init__(self, body, proof):
        self.allow, self.data, self.proof = body["allow"], body.get("data", {}), proof
        self.reason_code, self.message = body.get("reasonCode"), body.get("message")
        self.session_id, self.effective_expires_at = self.data.get("sessionId"), self.data.get("effectiveExpiresAt")


class Client:
    """`public_keys`: what `signing-key:list` prints. Only answers that one of them signed are believed."""

    def __init__(self, base_url, product_id, api_key, signing_secret, public_keys, timeout=5):
        self.base_url, self.product_id, self.timeout = base_url.rstrip("/"), product_id, timeout
        self.api_key, self.signing_secret, self.keys = api_key, signing_secret, pinned(public_keys)
        self.clock_offset = 0  # seconds by which the service's clock is ahead of this machine's

    def authorize(self, license_key, hwid=None, session_id=None):
        """Asks whether the license may be used; `session_id` renews a session. Raises LatchkeyError."""
        fields = {"licenseKey": license_key, "hwid": hwid, "sessionId": session_id}
        status, headers, body, proof = self._call(AUTHORIZE, fields, hwid)
        if isinstance(body.get("allow"), bool):
            return Answer(body, proof)
        raise _error(status, headers, body)

    def release(self, license_key, session_id):
        """Ends a session, so that another may begin. Raises LatchkeyError."""
        fields = {"licenseKey": license_key, "sessionId": session_id}
        status, headers, body, _ = self._call(RELEASE, fields)
        if status not in (200, 404):
            raise _error(status, headers, body)

    def recall(self, proof, license_key, hwid=None, grace=7 * 86400):
        """The answer that was kept, if it allowed this license on this device within `grace` seconds; else None."""
        try:
            nonce, kid, signed_at, signature, body = proof.split("\t")
            sent = {"version": "2", "kid": kid, "timestamp": signed_at, "nonce": nonce, "signature": signature}
            raw = base64.b64decode(body)
            sent["body-sha256"] = hashlib.sha256(raw).hexdigest()
            age = time.time() - verify(self.keys, "POST", AUTHORIZE, nonce, sent, raw)
        except ValueError:
            return None
        answer = Answer(json.loads(raw), proof)
        until = answer.effective_expires_at or "9999"
        now = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S")
        bound = nonce == self._nonce(license_key, hwid, nonce[:22])
        return answer if answer.allow and bound and -CLOCK_SKEW <= age <= grace and now < until else None

    def _nonce(self, license_key, hwid, random=None):
        """Random characters and a hash that binds the signed answer to this license and device."""
        random = random or secrets.token_urlsafe(16)
        text = "\n".join([random, self.product_id, license_key, hwid or ""])
        # Words of a command line that are not UTF-8 are text with surrogates, which only `surrogatepass` encodes.
        digest = hashlib.sha256(text.encode(errors="surrogatepass")).digest()
        return random + base64.urlsafe_b64encode(digest).decode()[:42]

    def _call(self, path, fields, hwid=None):
        """A clock that is wrong is learned from the signed refusal; the second try reckons with it."""
        result = self._send(path, fields, hwid)
        code = result[2].get("error", {}).get("code")
        return self._send(path, fields, hwid) if code in ("SIGNATURE_EXPIRED", "NONCE_REUSED") else result

    def _send(self, path, fields, hwid):
        fields = {name: value for name, value in fields.items() if value is not None}
        body = json.dumps({"productId": self.product_id, **fields}).encode()
        nonce = self._nonce(fields["licenseKey"], hwid)
        timestamp = str(int(time.time() + self.clock_offset))
        request = url_request.Request(self.base_url + path, body, {
            "Content-Type": "application/json", "X-Api-Key": self.api_key,
            "X-Svc-Timestamp": timestamp, "X-Svc-Nonce": nonce, "X-Svc-Response-Nonce": nonce,
            "X-Svc-Signature": sign(self.signing_secret, "POST", path, timestamp, nonce, body)})
        try:
            try:
                response = url_request.build_opener(_Unredirected).open(request, timeout=self.timeout)
            except url_error.HTTPError as refusal:
                response = refusal  # an answer like any other
            with response:
                status, headers, raw = response.status, response.headers, _read(response, self.timeout)
        except (OSError, http.client.HTTPException) as error:
            raise LatchkeyError("UNREACHABLE", str(error), 1) from error
        names = {"signature": ""} | {n: "-" + n for n in ("version", "kid", "timestamp", "body-sha256", "nonce")}
        sent = {name: headers.get("X-Svc-Signature" + end, "") for name, end in names.items()}
        proxy = status == 429 or status >= 500 or 300 <= status < 400 or "html" in headers.get("Content-Type", "")
        if not sent["signature"] and proxy:
            raise LatchkeyError("UNREACHABLE", f"A proxy answered with HTTP {status}", _wait(headers))
        try:
            signed_at = verify(self.keys, "POST", path, nonce, sent, raw)
        except ValueError as error:
            raise LatchkeyError("FORGED_RESPONSE", str(error)) from error
        self.clock_offset = signed_at - time.time()
        proof = "\t".join([nonce, sent["kid"], sent["timestamp"], sent["signature"], base64.b64encode(raw).decode()])
        return status, headers, json.loads(raw), proof


def sign(secret, method, target, timestamp, nonce, body):
    """The X-Svc-Signature of a request over the bytes of its body."""
    path, digest = target.split("?")[0], hashlib.sha256(body).hexdigest()
    text = "\n".join([method.upper(), path, timestamp, nonce, digest])
    return hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()


def verify(keys, method, path, nonce, sent, body, now=None):
    """When an answer was signed, in Unix seconds. `sent`: its X-Svc-Signature headers; `nonce`: of the request, or None.

    Raises ValueError for an answer that the service did not sign for this very request."""
    if sent["version"] != ("2" if nonce else "1") or (nonce and sent["nonce"] != nonce):
        raise ValueError("not bound to the request")
    digest = hashlib.sha256(body).hexdigest()
    if sent["body-sha256"] != digest or not re.fullmatch(r"[0-9]{1,12}", sent["timestamp"]):
        raise ValueError("the body was changed")
    if not nonce and abs((time.time() if now is None else now) - int(sent["timestamp"])) > CLOCK_SKEW:
        raise ValueError("too old")  # version 1 is as fresh as its timestamp, version 2 as its nonce
    if sent["kid"] not in keys:
        raise ValueError("signed with a key that is not pinned")
    text = "\n".join(["v" + sent["version"], sent["timestamp"], method, path, digest] + ([nonce] if nonce else []))
    try:
        keys[sent["kid"]].verify(base64.urlsafe_b64decode(sent["signature"] + "=="), text.encode())
    except InvalidSignature:
        raise ValueError("bad signature") from None
    return int(sent["timestamp"])


def verify_webhook(secret, headers, body, now=None):
    """Whether a delivery is from the service and less than five minutes old. `body`: the bytes as received."""
    headers = {name.lower(): value for name, value in headers.items()}
    id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    now = time.time() if now is None else now
    if not re.fullmatch(r"[0-9]{1,12}", timestamp) or abs(now - int(timestamp)) > CLOCK_SKEW:
        return False
    key = base64.b64decode(secret[len("whsec_"):])
    digest = hmac.new(key, f"{id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    given = headers.get("webhook-signature", "").encode().split(b" ")
    return any([hmac.compare_digest(one, expected) for one in given])


def pinned(public_keys):
    """Keys by their ids: the id is the thumbprint of the key (RFC 7638)."""
    def base64url(raw):
        return base64.urlsafe_b64encode(raw).decode().rstrip("=")

    def kid(raw):
        jwk = f'{{"crv":"Ed25519","kty":"OKP","x":"{base64url(raw)}"}}'
        return base64url(hashlib.sha256(jwk.encode()).digest())
    if not public_keys:
        raise ValueError("Pin the public keys of your service")
    keys = [base64.urlsafe_b64decode(x + "=") for x in public_keys]
    return {kid(raw): Ed25519PublicKey.from_public_bytes(raw) for raw in keys}


class _Unredirected(url_request.HTTPRedirectHandler):
    """Makes an answer of a redirect: followed, it would take the key to another server. Its address is not even read."""

    def http_error_302(self, *_):
        return None

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302


def _read(response, timeout):
    """The whole body within `timeout` seconds. The timeout of a socket bounds each wait alone, not their sum."""
    raw, end = bytearray(), time.monotonic() + timeout
    while piece := response.read(1):  # more at once would wait until all of it has arrived
        raw += piece
        if time.monotonic() > end:
            raise TimeoutError("The answer did not end in time")
    if response.length:
        raise http.client.IncompleteRead(bytes(raw), response.length)
    return bytes(raw)


def _wait(headers):
    text = headers.get("Retry-After", "1")
    return int(text) if text.isdigit() else 1


def _error(status, headers, body):
    error = body.get("error", {})
    retry_after = _wait(headers) if status == 429 or status >= 500 else None
    return LatchkeyError(error.get("code", "INTERNAL"), error.get("message", f"HTTP {status}"), retry_after)
