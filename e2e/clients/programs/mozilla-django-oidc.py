"""mozilla-django-oidc, as Django applications sign in with it. It keeps no refresh token: a session
is renewed by asking the portal again without a page, which is also how it notices that it is over."""

import os
import sys
from urllib.parse import urlencode

import django
from django.conf import settings

ISSUER = os.environ["ISSUER"]
ORIGIN = os.environ["ORIGIN"]

settings.configure(
    DEBUG=True,
    SECRET_KEY=os.urandom(32).hex(),
    ALLOWED_HOSTS=["localhost"],
    ROOT_URLCONF="__main__",
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "people.sqlite3"}},
    INSTALLED_APPS=[
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.sessions",
        "mozilla_django_oidc",
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "mozilla_django_oidc.middleware.SessionRefresh",
    ],
    AUTHENTICATION_BACKENDS=["__main__.Backend"],
    USE_TZ=True,
    LOGIN_REDIRECT_URL="/",
    LOGIN_REDIRECT_URL_FAILURE="/",
    OIDC_RP_CLIENT_ID=os.environ["CLIENT_ID"],
    OIDC_RP_CLIENT_SECRET=os.environ["CLIENT_SECRET"],
    OIDC_RP_SIGN_ALGO="RS256",
    OIDC_RP_SCOPES="openid profile email",
    OIDC_USE_PKCE=True,
    OIDC_STORE_ID_TOKEN=True,
    OIDC_EXEMPT_URLS=["/", "/refresh", "/log-out"],
    OIDC_OP_AUTHORIZATION_ENDPOINT=f"{ISSUER}/authorize",
    OIDC_OP_TOKEN_ENDPOINT=f"{ISSUER}/token",
    OIDC_OP_USER_ENDPOINT=f"{ISSUER}/me",
    OIDC_OP_JWKS_ENDPOINT=f"{ISSUER}/jwks",
)
django.setup()

from django.contrib.auth import logout  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.http import HttpResponse, HttpResponseRedirect  # noqa: E402
from django.urls import path  # noqa: E402
from django.utils.html import format_html  # noqa: E402
from mozilla_django_oidc.auth import OIDCAuthenticationBackend  # noqa: E402
from mozilla_django_oidc.views import (  # noqa: E402
    OIDCAuthenticationCallbackView,
    OIDCAuthenticationRequestView,
)


class Backend(OIDCAuthenticationBackend):
    """People are known by `sub`, which never changes; addresses do."""

    def filter_users_by_claims(self, claims):
        return self.UserModel.objects.filter(username=claims["sub"])

    def create_user(self, claims):
        users = self.UserModel.objects
        return users.create_user(claims["sub"], claims["email"], first_name=claims["name"])

    def update_user(self, user, claims):
        user.first_name = claims["name"]
        user.save()
        return user


def home(request):
    if not request.user.is_authenticated:
        return HttpResponse('<a href="/log-in">Log in</a>')
    links = '<a href="/refresh">Refresh</a> <a href="/log-out">Log out</a>'
    return HttpResponse(format_html("<p>Signed in as {}</p>", request.user.first_name) + links)


def refresh(request):
    """What happens by itself when the ID token is over: the next page asks the portal again."""
    request.session["oidc_id_token_expiration"] = 0
    return HttpResponseRedirect("/refreshed")


def refreshed(_request):
    return HttpResponse('<p>Refreshed</p><a href="/">Back</a>')


def log_out(request):
    hint = request.session["oidc_id_token"]
    logout(request)
    query = {"id_token_hint": hint, "post_logout_redirect_uri": ORIGIN}
    return HttpResponseRedirect(f"{ISSUER}/session/end?{urlencode(query)}")


urlpatterns = [
    path("", home),
    path("log-in", OIDCAuthenticationRequestView.as_view(), name="oidc_authentication_init"),
    path("callback", OIDCAuthenticationCallbackView.as_view(), name="oidc_authentication_callback"),
    path("refresh", refresh),
    path("refreshed", refreshed),
    path("log-out", log_out, name="oidc_logout"),
]

if __name__ == "__main__":
    call_command("migrate", verbosity=0)
    sys.stderr.flush()
    call_command("runserver", ORIGIN.removeprefix("http://"), use_reloader=False)
