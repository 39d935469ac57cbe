"""The first calls with Python 3 alone. Run it on the stack of `npm start`, or set the four variables.

python3 quick_start.py
python3 quick_start.py verify <webhook-id> <webhook-timestamp> <webhook-signature> < body
"""
import base64
import hashlib
import hmac
import json
import os
import sys
import time
import urllib.parse
import urllib.request

AUTH = os.environ.get("AUTH", "http://localhost:4000")
API = os.environ.get("API", "http://localhost:4001")
CLIENT_ID = os.environ.get("CLIENT_ID", "acme-app")
CLIENT_SECRET = os.environ.get("CLIENT_SECRET", "acme-app-secret")


def verified(secret, body, message_id, timestamp, signatures):
    """Whether a webhook is authentic: one of its signatures is ours and its time is not long ago."""
    if abs(time.time() - int(timestamp)) > 300:
        return False
    # a secret key of your own, without whsec_, is used as it is
    key = base64.b64decode(secret[6:]) if secret.startswith("whsec_") else secret.encode()
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(expected, one) for one in signatures.split(" "))


def ask(method, url, token=None, form=None, data=None):
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    body = urllib.parse.urlencode(form).encode() if form else None
    if data is not None:
        headers["Content-Type"] = "application/json"
        body = json.dumps(data).encode()
    with urllib.request.urlopen(urllib.request.Request(url, body, headers, method=method)) as answer:
        return json.load(answer)


def main():
    # a token: the application acts as an administrator of its portal, for twelve hours
    credentials = {"grant_type": "client_credentials", "client_id": CLIENT_ID, "client_secret": CLIENT_SECRET}
    token = ask("POST", f"{AUTH}/oauth/token", form=credentials)["access_token"]

    # search
    course = ask("GET", f"{API}/v2/learning-objects?limit=1", token)["hits"][0]["id"]
    print("course", course)

    # a person
    email = f"quick-start-{time.time_ns()}@example.com"
    person = {"email": email, "first_name": "Quinn", "last_name": "Start", "send_login_email": False}
    person_id = ask("POST", f"{API}/v2/users", token, data=person)["id"]
    print("person", person_id)

    # an enrollment, and its completion
    enrollment = ask("POST", f"{API}/v2/enrollments", token, data={"user_id": person_id, "lo_id": course})["id"]
    done = {"status": "completed", "result": 92}
    print("enrollment", ask("PATCH", f"{API}/v2/enrollments/{enrollment}", token, data=done)["status"])


if sys.argv[1:2] == ["verify"]:
    is_authentic = verified(os.environ["WEBHOOK_SECRET"], sys.stdin.buffer.read(), *sys.argv[2:5])
    print("verified" if is_authentic else "not authentic")
    sys.exit(0 if is_authentic else 1)
main()
