"""requests-oauthlib knows OAuth 2.0 and nothing of OpenID: it asks the portal for the name."""

import html
import os
import secrets
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlencode, urlparse

import requests
from joserfc import jwt
from joserfc.jwk import KeySet
from requests_oauthlib import OAuth2Session

os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"  # http, on one's own machine only

ISSUER = os.environ["ISSUER"]
ORIGIN = os.environ["ORIGIN"]
CLIENT_ID = os.environ["CLIENT_ID"]
SECRET = os.environ["CLIENT_SECRET"]
LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout"

# Sign-ins under way and sessions, by what their cookies say.
started = {}
sessions = {}


def client(**given):
    scope = ["openid", "profile", "email"]
    return OAuth2Session(
        CLIENT_ID, scope=scope, redirect_uri=f"{ORIGIN}/callback", pkce="S256", **given
    )


def learn(oauth):
    told = oauth.get(f"{ISSUER}/me").json()
    return {"name": told["name"], "token": oauth.token}


class Application(BaseHTTPRequestHandler):
    def cookie(self, name):
        found = SimpleCookie(self.headers.get("cookie", "")).get(name)
        return found.value if found else None

    def answer(self, status, page="", **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        body = page.encode()
        self.send_header("content-type", "text/html; charset=utf-8")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        pages = {
            "/": self.home,
            "/log-in": self.log_in,
            "/callback": self.callback,
            "/refresh": self.refresh,
            "/log-out": self.log_out,
        }
        page = pages.get(urlparse(self.path).path)
        page() if page else self.answer(404)

    def home(self):
        known = sessions.get(self.cookie("session"))
        if known is None:
            return self.answer(200, '<a href="/log-in">Log in</a>')
        links = '<a href="/refresh">Refresh</a> <a href="/log-out">Log out</a>'
        self.answer(200, f"<p>Signed in as {html.escape(known['name'])}</p>{links}")

    def log_in(self):
        oauth = client()
        address, state = oauth.authorization_url(f"{ISSUER}/authorize")
        started[state] = oauth
        self.answer(302, location=address, set_cookie=f"state={state}; HttpOnly; SameSite=Lax")

    def callback(self):
        state = self.cookie("state")
        oauth = started.pop(state)
        oauth.fetch_token(
            f"{ISSUER}/token", authorization_response=ORIGIN + self.path, client_secret=SECRET
        )
        session = secrets.token_urlsafe()
        sessions[session] = learn(oauth)
        self.answer(302, location="/", set_cookie=f"session={session}; HttpOnly; SameSite=Lax")

    def refresh(self):
        known = sessions[self.cookie("session")]
        oauth = client(token=known["token"])
        id_token = known["token"]["id_token"]
        oauth.refresh_token(f"{ISSUER}/token", auth=(CLIENT_ID, SECRET))
        known.update(learn(oauth))
        known["token"].setdefault("id_token", id_token)
        self.answer(200, '<p>Refreshed</p><a href="/">Back</a>')

    def log_out(self):
        known = sessions.pop(self.cookie("session"))
        hint = known["token"]["id_token"]
        query = {"id_token_hint": hint, "post_logout_redirect_uri": ORIGIN}
        self.answer(302, location=f"{ISSUER}/session/end?{urlencode(query)}")

    def do_POST(self):
        form = parse_qs(self.rfile.read(int(self.headers["content-length"])).decode())
        keys = KeySet.import_key_set(requests.get(f"{ISSUER}/jwks", timeout=10).json())
        told = jwt.decode(form["logout_token"][0], keys, algorithms=["RS256"])
        claims = told.claims
        is_logout = (
            told.header.get("typ") == "logout+jwt"
            and claims["iss"] == ISSUER
            and claims["aud"] == CLIENT_ID
            and LOGOUT_EVENT in claims["events"]
            and "nonce" not in claims
        )
        if not is_logout:
            return self.answer(400)
        for session, known in list(sessions.items()):
            if sid_of(known, keys) == claims["sid"]:
                del sessions[session]
        self.answer(200, cache_control="no-store")


def sid_of(known, keys):
    return jwt.decode(known["token"]["id_token"], keys, algorithms=["RS256"]).claims["sid"]


ThreadingHTTPServer(("localhost", urlparse(ORIGIN).port), Application).serve_forever()
