import * as oauth from "oauth4webapi";
import { callback, clientId, issuer, origin, secret, serve } from "./shell.mjs";

const options = { [oauth.allowInsecureRequests]: true };
const identifier = new URL(issuer);
const server = await oauth.processDiscoveryResponse(
  identifier,
  await oauth.discoveryRequest(identifier, options),
);
const client = { client_id: clientId };
const authentication = oauth.ClientSecretBasic(secret);

async function nameOf(sub, accessToken) {
  const answer = await oauth.userInfoRequest(server, client, accessToken, options);
  return (await oauth.processUserInfoResponse(server, client, sub, answer)).name;
}

serve({
  jwksUri: server.jwks_uri,
  async begin(memory) {
    memory.verifier = oauth.generateRandomCodeVerifier();
    memory.nonce = oauth.generateRandomNonce();
    memory.state = oauth.generateRandomState();
    const address = new URL(server.authorization_endpoint);
    address.search = new URLSearchParams({
      client_id: clientId,
      redirect_uri: callback,
      response_type: "code",
      scope: "openid profile email",
      code_challenge: await oauth.calculatePKCECodeChallenge(memory.verifier),
      code_challenge_method: "S256",
      state: memory.state,
      nonce: memory.nonce,
    });
    return address.href;
  },
  async finish(url, memory) {
    const answer = oauth.validateAuthResponse(server, client, url, memory.state);
    const exchanged = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      answer,
      callback,
      memory.verifier,
      options,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, exchanged, {
      expectedNonce: memory.nonce,
      requireIdToken: true,
    });
    await oauth.validateApplicationLevelSignature(server, exchanged, options);
    const { sub, sid } = oauth.getValidatedIdTokenClaims(tokens);
    const name = await nameOf(sub, tokens.access_token);
    return { sub, sid, name, idToken: tokens.id_token, refreshToken: tokens.refresh_token };
  },
  async refresh({ sub, refreshToken }) {
    const tokens = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, authentication, refreshToken, options),
    );
    return {
      name: await nameOf(sub, tokens.access_token),
      refreshToken: tokens.refresh_token,
    };
  },
  end: ({ idToken }) =>
    `${server.end_session_endpoint}?${new URLSearchParams({ id_token_hint: idToken, post_logout_redirect_uri: origin })}`,
});
