// Hono's own way to sign people in. The session is its cookie, renewed by the refresh token with the
// first request that comes late enough.
import { serve } from "@hono/node-server";
import {
  getAuth,
  initOidcAuthMiddleware,
  oidcAuthMiddleware,
  revokeSession,
} from "@hono/oidc-auth";
import { Hono } from "hono";
import {
  callback,
  clientId,
  issuer,
  origin,
  random,
  refreshedPage,
  secret,
  signedInPage,
  signedOutPage,
} from "./shell.mjs";

const app = new Hono();
app.use(
  initOidcAuthMiddleware({
    OIDC_AUTH_SECRET: random(),
    OIDC_AUTH_REFRESH_INTERVAL: "1",
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: secret,
    OIDC_REDIRECT_URI: callback,
    OIDC_SCOPES: "openid profile email",
  }),
);
app.use(async (context, next) => {
  context.set("oidcClaimsHook", async (before, claims, answer) => ({
    name: claims?.name ?? before?.name,
    idToken: answer.id_token ?? before?.idToken,
  }));
  await next();
});

app.get("/", async (context) => {
  const session = await getAuth(context);
  if (session === null) return context.html(signedOutPage);
  return context.html(
    signedInPage(session.name).replace("/refresh", `/refresh?before=${session.rtkexp}`),
  );
});
app.get("/log-in", oidcAuthMiddleware(), (context) => context.redirect("/"));
app.get("/callback", oidcAuthMiddleware());
app.get("/refresh", async (context) => {
  const session = await getAuth(context);
  if (session === null) return context.html(signedOutPage);
  const isNew = context.req.query("before") !== String(session.rtkexp);
  return context.html(isNew ? refreshedPage : '<meta http-equiv="refresh" content="1">');
});
app.get("/log-out", async (context) => {
  const { idToken } = await getAuth(context);
  await revokeSession(context);
  const query = new URLSearchParams({ id_token_hint: idToken, post_logout_redirect_uri: origin });
  return context.redirect(`${issuer}/session/end?${query}`);
});

serve({ fetch: app.fetch, hostname: "localhost", port: Number(new URL(origin).port) });
