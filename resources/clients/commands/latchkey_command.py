"""The client for Python on the command line: docs/clients/README.md#from-the-command-line."""
import base64
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from latchkey import Client, LatchkeyError, pinned, sign, verify, verify_webhook  # noqa: E402


def check(command, line):
    """One test vector: fields separated by tabs, the body last, in base64."""
    *fields, body = line.rstrip("\n").split("\t")
    body = base64.b64decode(body)
    if command == "sign":
        return sign(*fields, body)
    if command == "webhook":
        secret, now, id, timestamp, signature = fields
        headers = {"webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature}
        return "genuine" if verify_webhook(secret, headers, body, int(now)) else "forged"
    keys, method, path, nonce, now, *sent = fields
    sent = dict(zip(["version", "kid", "timestamp", "body-sha256", "nonce", "signature"], sent))
    try:
        verify(pinned(keys.split(",")), method, path, nonce or None, sent, body, int(now))
        return "genuine"
    except ValueError:
        return "forged"


def main(command, *words):
    if command in ("sign", "verify", "webhook"):
        for line in sys.stdin:
            print(check(command, line))
        return 0
    names = ("URL", "PRODUCT", "API_KEY", "SECRET", "KEYS")
    url, product, api_key, secret, keys = (os.environ["LATCHKEY_" + name] for name in names)
    client = Client(url, product, api_key, secret, keys.split(","))
    if command == "release":
        return client.release(*words)
    if command == "recall":
        for line in sys.stdin:
            license_key, hwid, proof = line.rstrip("\n").split("\t", 2)
            print("allowed" if client.recall(proof, license_key, hwid) else "unknown")
        return 0
    try:
        answer = client.authorize(*words)
    except LatchkeyError as error:
        print("error", error.code, "never" if error.retry_after is None else error.retry_after)
        return 4
    print(f"allowed {answer.session_id}\n{answer.proof}" if answer.allow else f"denied {answer.reason_code}")
    return 0 if answer.allow else 3


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
