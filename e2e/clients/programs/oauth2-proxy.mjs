// oauth2-proxy stands before an application that knows nothing of OpenID: it signs people in, keeps
// the session in its cookie, renews it, and tells the application behind it who is there.
import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import {
  clientId,
  issuer,
  origin,
  refreshedPage,
  secret,
  signedInPage,
  signedOutPage,
} from "./shell.mjs";

const nameOf = (idToken) =>
  JSON.parse(Buffer.from(idToken.split(".")[1], "base64url").toString("utf8")).name;
const short = (token) => createHash("sha256").update(token).digest("hex").slice(0, 12);

/** What stands behind the proxy. The tokens of whoever is signed in come with each request. */
const application = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, origin);
  const idToken = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
  const accessToken = request.headers["x-forwarded-access-token"];
  const show = (page) =>
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
  if (idToken === undefined || accessToken === undefined) return show(signedOut);
  if (pathname === "/refresh") {
    // Renewed by the proxy with the first request that comes late enough.
    const isNew = searchParams.get("before") !== short(accessToken);
    return show(isNew ? refreshedPage : '<meta http-equiv="refresh" content="1">');
  }
  const atPortal = new URL(`${issuer}/session/end`);
  atPortal.searchParams.set("id_token_hint", idToken);
  atPortal.searchParams.set("post_logout_redirect_uri", origin);
  show(
    signedInPage(nameOf(idToken))
      .replace("/refresh", `/refresh?before=${short(accessToken)}`)
      .replace("/log-out", `/sign_out?rd=${encodeURIComponent(atPortal.href)}`),
  );
});
const signedOut = signedOutPage.replace("/log-in", "/start?rd=/");

application.listen(0, "127.0.0.1", () => {
  const proxy = spawn(
    "oauth2-proxy",
    [
      "--provider=oidc",
      `--oidc-issuer-url=${issuer}`,
      `--validate-url=${issuer}/me`,
      `--client-id=${clientId}`,
      `--client-secret=${secret}`,
      `--redirect-url=${origin}/callback`,
      "--proxy-prefix=",
      "--scope=openid profile email",
      "--code-challenge-method=S256",
      "--email-domain=*",
      `--http-address=${new URL(origin).host}`,
      `--upstream=http://127.0.0.1:${application.address().port}`,
      "--pass-access-token",
      "--pass-authorization-header",
      "--skip-provider-button",
      "--skip-auth-route=^/(refresh)?$",
      `--whitelist-domain=${new URL(issuer).host}`,
      `--cookie-secret=${randomBytes(16).toString("hex")}`,
      "--cookie-secure=false",
      "--cookie-refresh=1s",
    ],
    { stdio: "inherit" },
  );
  proxy.once("exit", (code) => process.exit(code ?? 1));
});
