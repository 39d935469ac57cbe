"""Sign people in with OpenID Connect, with Python 3 alone. docs/sign-in-with-us.md says what to set.

python3 sign_in.py
"""
import base64
import hashlib
import http.cookies
import http.server
import json
import os
import secrets
import time
import urllib.parse
import urllib.request

AUTH = os.environ.get("AUTH", "http://localhost:4000")
PORT = int(os.environ.get("PORT", "5055"))
CLIENT_ID = os.environ.get("CLIENT_ID", "")
CLIENT_SECRET = os.environ.get("CLIENT_SECRET", "")
HOME = f"http://localhost:{PORT}/"

with urllib.request.urlopen(f"{AUTH}/.well-known/openid-configuration") as metadata:
    SERVER = json.load(metadata)
# what a browser has begun, or the person who is signed in; a real application keeps it in a store
SESSIONS = {}


def base64url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def sign_in(session):
    """To our login page."""
    session.update({name: secrets.token_urlsafe(32) for name in ("state", "nonce", "verifier")})
    query = {
        "response_type": "code",
        "client_id": CLIENT_ID,
        "redirect_uri": f"{HOME}callback",
        "scope": "openid profile email",
        "state": session["state"],
        "nonce": session["nonce"],
        "code_challenge": base64url(hashlib.sha256(session["verifier"].encode()).digest()),
        "code_challenge_method": "S256",
    }
    return f"{SERVER['authorization_endpoint']}?{urllib.parse.urlencode(query)}"


def callback(session, query):
    """Back from it: the code for an ID token."""
    state = session.pop("state", None)  # it works once
    if state is None or query.get("state") != state:
        raise ValueError("this sign-in did not begin here")
    if query.get("iss") != SERVER["issuer"]:
        raise ValueError("another server answered")
    if "error" in query:
        raise ValueError(query.get("error_description", "refused"))
    form = {
        "grant_type": "authorization_code",
        "code": query.get("code", ""),
        "redirect_uri": f"{HOME}callback",
        "client_id": CLIENT_ID,
        "client_secret": CLIENT_SECRET,
        "code_verifier": session["verifier"],
    }
    with urllib.request.urlopen(SERVER["token_endpoint"], urllib.parse.urlencode(form).encode()) as answer:
        id_token = json.load(answer)["id_token"]
    # straight from the token endpoint, so TLS stands for its signature (OpenID Connect Core 3.1.3.7)
    claims = json.loads(base64.urlsafe_b64decode(id_token.split(".")[1] + "=="))
    is_right = (claims["iss"], claims["aud"], claims.get("nonce")) == (SERVER["issuer"], CLIENT_ID, session["nonce"])
    if not is_right or claims["exp"] < time.time():
        raise ValueError("the ID token is not for this sign-in")
    session.update(id_token=id_token, person=claims)  # know people by `sub`, never by their address


def sign_out(session):
    """Ends the session here, and then ours."""
    session.pop("person", None)
    query = {"id_token_hint": session.get("id_token", ""), "post_logout_redirect_uri": HOME}
    return f"{SERVER['end_session_endpoint']}?{urllib.parse.urlencode(query)}"


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        cookie = http.cookies.SimpleCookie(self.headers.get("Cookie", "")).get("sid")
        sid = cookie.value if cookie and cookie.value in SESSIONS else secrets.token_urlsafe(32)
        session = SESSIONS.setdefault(sid, {})
        status, location, text = 200, None, ""
        try:
            if url.path == "/sign-in":
                location = sign_in(session)
            elif url.path == "/sign-out":
                location = sign_out(session)
            elif url.path == "/callback":
                callback(session, dict(urllib.parse.parse_qsl(url.query)))
                location = HOME
            elif "person" in session:
                person = session["person"]
                text = f"Hello {person['name']} ({person['email']}). Go on to /sign-out"
            else:
                text = "Go on to /sign-in"
        except (ValueError, OSError) as problem:
            status, text = 400, str(problem)
        self.send_response(302 if location else status)
        self.send_header("Set-Cookie", f"sid={sid}; Path=/; HttpOnly; SameSite=Lax")
        if location:
            self.send_header("Location", location)
        self.end_headers()
        self.wfile.write(text.encode())


http.server.ThreadingHTTPServer(("localhost", PORT), Handler).serve_forever()
