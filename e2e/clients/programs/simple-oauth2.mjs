// Knows OAuth 2.0 and nothing of OpenID: a third party's application that asks for consent and for
// access while the person is away.
import { createHash } from "node:crypto";
import { AuthorizationCode } from "simple-oauth2";
import { callback, clientId, issuer, origin, random, secret, serve } from "./shell.mjs";

const client = new AuthorizationCode({
  client: { id: clientId, secret },
  auth: {
    tokenHost: new URL(issuer).origin,
    tokenPath: `${new URL(issuer).pathname}/token`,
    authorizePath: `${new URL(issuer).pathname}/authorize`,
    revokePath: `${new URL(issuer).pathname}/token/revocation`,
  },
});

async function person(token) {
  const answer = await fetch(`${issuer}/me`, {
    headers: { authorization: `Bearer ${token.token.access_token}` },
  });
  if (!answer.ok) throw new Error(`userinfo: ${answer.status}`);
  return await answer.json();
}

serve({
  jwksUri: `${issuer}/jwks`,
  begin(memory) {
    memory.state = random();
    memory.verifier = random();
    return client.authorizeURL({
      redirect_uri: callback,
      scope: ["openid", "profile", "offline_access"],
      prompt: "consent",
      state: memory.state,
      code_challenge: createHash("sha256").update(memory.verifier).digest("base64url"),
      code_challenge_method: "S256",
    });
  },
  async finish(url, memory) {
    if (url.searchParams.get("state") !== memory?.state) throw new Error("not begun here");
    const token = await client.getToken({
      code: url.searchParams.get("code"),
      redirect_uri: callback,
      code_verifier: memory.verifier,
    });
    const { sub, name } = await person(token);
    // All it takes of the ID token is what it signs out with, fetched straight from the portal.
    const idToken = token.token.id_token;
    const { sid } = JSON.parse(Buffer.from(idToken.split(".")[1], "base64url").toString("utf8"));
    return { sub, sid, name, idToken, token };
  },
  async refresh({ token }) {
    const renewed = await token.refresh();
    return { name: (await person(renewed)).name, token: renewed };
  },
  async end({ idToken, token }) {
    await token.revokeAll();
    return `${issuer}/session/end?${new URLSearchParams({ id_token_hint: idToken, post_logout_redirect_uri: origin })}`;
  },
});
