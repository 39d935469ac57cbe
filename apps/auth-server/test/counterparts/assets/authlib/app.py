"""A partner's application on Flask and Authlib, which signs people in from discovery alone."""

import os

from authlib.integrations.flask_client import OAuth
from flask import Flask, redirect, session, url_for

app = Flask(__name__)
app.secret_key = "a secret of the application"
portal = OAuth(app).register(
    "portal",
    server_metadata_url=f"{os.environ['ISSUER']}/.well-known/openid-configuration",
    client_id=os.environ["CLIENT_ID"],
    client_secret=os.environ["CLIENT_SECRET"],
    client_kwargs={"scope": "openid profile email"},
)


@app.get("/")
def home():
    user = session.get("user")
    return f"Hello {user['name']} ({user['email']})" if user else "Hello"


@app.get("/sign-in")
def sign_in():
    return portal.authorize_redirect(url_for("callback", _external=True))


@app.get("/callback")
def callback():
    token = portal.authorize_access_token()
    assert portal.userinfo(token=token)["sub"] == token["userinfo"]["sub"]
    session["user"] = token["userinfo"]
    session["id_token"] = token["id_token"]
    return redirect("/")


@app.get("/sign-out")
def sign_out():
    session.pop("user")
    return portal.logout_redirect(url_for("home", _external=True), session.pop("id_token"))


app.run("127.0.0.1", int(os.environ["PORT"]))
