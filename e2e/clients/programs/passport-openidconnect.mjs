// Cannot do PKCE: it is registered with --optional-pkce and has a secret.
import express from "express";
import session from "express-session";
import passport from "passport";
import { Strategy } from "passport-openidconnect";
import {
  callback,
  clientId,
  issuer,
  origin,
  random,
  refreshedPage,
  secret,
  sessionEndedBy,
  signedInPage,
  signedOutPage,
} from "./shell.mjs";

const strategy = new Strategy(
  {
    issuer,
    authorizationURL: `${issuer}/authorize`,
    tokenURL: `${issuer}/token`,
    userInfoURL: `${issuer}/me`,
    clientID: clientId,
    clientSecret: secret,
    callbackURL: callback,
    scope: "profile email",
    skipUserProfile: false,
  },
  (_issuer, profile, _context, idToken, _accessToken, refreshToken, done) => {
    const { sid } = JSON.parse(Buffer.from(idToken.split(".")[1], "base64url").toString("utf8"));
    done(null, { name: profile.displayName, sid, idToken, refreshToken });
  },
);
passport.use(strategy);
passport.serializeUser((user, done) => done(null, user));
passport.deserializeUser((user, done) => done(null, ended.has(user.sid) ? false : user));

const ended = new Set();
const app = express();
app.use(session({ secret: random(), resave: false, saveUninitialized: false, name: "passport" }));
app.use(passport.session());
app.use(express.urlencoded());

app.get("/", (request, response) =>
  response.send(request.user ? signedInPage(request.user.name) : signedOutPage),
);
app.get("/log-in", passport.authenticate("openidconnect"));
app.get(
  "/callback",
  passport.authenticate("openidconnect", { successRedirect: "/", failWithError: true }),
);
app.get("/refresh", (request, response, next) => {
  const { refreshToken } = request.user;
  strategy._oauth2.getOAuthAccessToken(
    refreshToken,
    { grant_type: "refresh_token" },
    (error, _accessToken, renewed) => {
      if (error) return next(error);
      request.user.refreshToken = renewed;
      return response.send(refreshedPage);
    },
  );
});
app.get("/log-out", (request, response, next) => {
  const { idToken } = request.user;
  const query = new URLSearchParams({ id_token_hint: idToken, post_logout_redirect_uri: origin });
  request.logout((error) =>
    error ? next(error) : response.redirect(`${issuer}/session/end?${query}`),
  );
});
app.post("/back-channel-logout", async (request, response) => {
  ended.add(await sessionEndedBy(request.body.logout_token, `${issuer}/jwks`));
  response.set("cache-control", "no-store").status(200).end();
});

app.listen(Number(new URL(origin).port), "localhost");
