// The same provider used by two independent certified client libraries, and the options that
// applications may take: pushed requests, proofs of possession, public clients, key rotation.

import { beginSecondFactorPasskey } from "@sekimori/portal-contract/endpoints/passkeys";
import {
  confirmOtp,
  signIn as portalSignIn,
  proveSecondFactor,
} from "@sekimori/portal-contract/endpoints/sign-in";
import { mfaSetting } from "@sekimori/portal-contract/endpoints/two-factor";
import * as oauth from "oauth4webapi";
import * as oidc from "openid-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addApp } from "../../testing/authenticator-app.ts";
import { newMember } from "../../testing/members.ts";
import { codeIn } from "../../testing/memory-mailer.ts";
import { addTestPasskey, tryPasskey } from "../../testing/passkeys.ts";
import {
  authorizationRequest,
  exchange,
  follow,
  newRelyingParty,
  redirectUri,
  serverFetch,
} from "../../testing/relying-party.ts";
import { password } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal, testOrigin } from "../../testing/test-portal.ts";
import { registerClient } from "./clients/client-registry.ts";
import { keyGraceMs, keyNoticeMs, maintainKeys } from "./provider/signing-keys.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

async function memberBrowser() {
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  return { browser, email };
}

describe("openid-client", () => {
  test("pushes its request, binds tokens to its key, renews and revokes them", async () => {
    const { browser } = await memberBrowser();
    const party = await newRelyingParty(portal, {
      isFirstParty: true,
      requirePushedRequests: true,
      requireDpop: true,
      idTokenAlgorithm: "ES256",
    });
    const started = await authorizationRequest(party, { scope: "openid email" });
    const refused = await follow(browser, started.url.href);
    expect(refused.url.searchParams.get("error") ?? refused.text).toContain("invalid_request");

    const pushed = await oidc.buildAuthorizationUrlWithPAR(party.configuration, started.parameters);
    expect([...pushed.searchParams.keys()].sort()).toEqual(["client_id", "request_uri"]);
    const { url } = await follow(browser, pushed.href);
    const pair = await oidc.randomDPoPKeyPair("ES256");
    const proof = oidc.getDPoPHandle(party.configuration, pair);
    const tokens = await exchange(party, started, url, { dpop: proof });
    expect(tokens.token_type).toBe("dpop");
    const subject = tokens.claims()?.sub ?? "";
    const info = await oidc.fetchUserInfo(party.configuration, tokens.access_token, subject, {
      DPoP: proof,
    });
    expect(info.sub).toBe(subject);
    const renew = (token: string | undefined, by?: oidc.DPoPHandle) =>
      oidc.refreshTokenGrant(
        party.configuration,
        token ?? "",
        undefined,
        by === undefined ? undefined : { DPoP: by },
      );
    const renewed = await renew(tokens.refresh_token, proof);
    await expect(renew(renewed.refresh_token)).rejects.toThrow();
    // A pushed request is good once.
    const replayed = await follow(browser, pushed.href);
    expect(replayed.url.href.startsWith(`${redirectUri}?code`)).toBe(false);
    await oidc.tokenRevocation(party.configuration, renewed.refresh_token ?? "");
    await expect(renew(renewed.refresh_token, proof)).rejects.toMatchObject({
      error: "invalid_grant",
    });
  });

  test("is told of an authenticator app and of a recovery code", async () => {
    const { browser, email } = await memberBrowser();
    const { app, recoveryCodes } = await addApp(portal, browser);
    const party = await newRelyingParty(portal, { isFirstParty: true });
    portal.clock.advance(30_000);
    for (const [proof, amr] of [
      [{ way: "app", code: app.code() }, ["pwd", "otp", "mfa"]],
      [{ way: "recovery-code", code: recoveryCodes[0] ?? "" }, ["pwd", "mfa", "recovery-code"]],
    ] as const) {
      const other = portal.browser();
      await other.call(portalSignIn, { body: { email, password } });
      await other.call(proveSecondFactor, { body: proof });
      const started = await authorizationRequest(party);
      const { url } = await follow(other, started.url.href);
      expect((await exchange(party, started, url)).claims()).toMatchObject({
        acr: "urn:sekimori:acr:mfa",
        amr,
      });
    }
  });

  test("is told of a passkey, alone and beside a password", async () => {
    const { browser, email } = await memberBrowser();
    const { passkey } = await addTestPasskey(browser);
    const party = await newRelyingParty(portal, { isFirstParty: true });
    const alone = portal.browser();
    await tryPasskey(alone, passkey);
    const beside = portal.browser();
    await beside.call(portalSignIn, { body: { email, password } });
    const options = await beside.call(beginSecondFactorPasskey, { body: {} });
    const body = { way: "passkey", passkey: passkey.get(options) } as const;
    await beside.call(proveSecondFactor, { body });
    for (const [one, amr] of [
      [alone, ["pop", "user", "mfa"]],
      [beside, ["pwd", "pop", "user", "mfa"]],
    ] as const) {
      const started = await authorizationRequest(party);
      const { url } = await follow(one, started.url.href);
      expect((await exchange(party, started, url)).claims()).toMatchObject({
        acr: "phr",
        amr,
      });
    }
  });

  test("is told of a second factor", async () => {
    const { browser, email } = await memberBrowser();
    await browser.call(mfaSetting, { body: { enabled: true } });
    await portal.mails.nth(email, 3);
    const other = portal.browser();
    await other.call(portalSignIn, { body: { email, password } });
    const code = codeIn(await portal.mails.nth(email, 4));
    await other.call(confirmOtp, { body: { code } });
    const party = await newRelyingParty(portal, { isFirstParty: true });
    const started = await authorizationRequest(party);
    const { url } = await follow(other, started.url.href);
    expect((await exchange(party, started, url)).claims()).toMatchObject({
      acr: "urn:sekimori:acr:email",
      amr: ["pwd", "otp"],
    });
  });

  test("without a secret proves itself by PKCE, which nobody may leave out", async () => {
    const { browser } = await memberBrowser();
    const party = await newRelyingParty(portal, { isFirstParty: true, isPublic: true });
    const started = await authorizationRequest(party);
    const { url } = await follow(browser, started.url.href);
    expect((await exchange(party, started, url)).claims()?.sub).toBeDefined();
    for (const changes of [
      { code_challenge: undefined, code_challenge_method: undefined },
      { code_challenge_method: "plain" },
    ]) {
      const bare = await authorizationRequest(party, changes);
      const page = await follow(browser, bare.url.href);
      expect(page.url.searchParams.get("error")).toBe("invalid_request");
    }
  });
});

describe("oauth4webapi", () => {
  test("completes discovery, PAR, code, DPoP, refresh, introspection and revocation", async () => {
    const { browser } = await memberBrowser();
    const clientId = "oauth4webapi";
    const secret = await registerClient(portal.context, {
      clientId,
      name: "oauth4webapi",
      redirectUris: [redirectUri],
      isFirstParty: true,
    });
    const options = {
      [oauth.allowInsecureRequests]: true,
      [oauth.customFetch]: serverFetch(portal) as never,
    };
    const issuer = new URL(`${testOrigin}/v1/idp/oidc`);
    const server = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, options),
    );
    const client: oauth.Client = { client_id: clientId };
    const authentication = oauth.ClientSecretBasic(secret ?? "");
    const DPoP = oauth.DPoP(client, await oauth.generateKeyPair("ES256"));
    const verifier = oauth.generateRandomCodeVerifier();
    const nonce = oauth.generateRandomNonce();
    const parameters = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: "code",
      scope: "openid email",
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      nonce,
    });
    const { request_uri } = await oauth.processPushedAuthorizationResponse(
      server,
      client,
      await oauth.pushedAuthorizationRequest(server, client, authentication, parameters, {
        ...options,
        DPoP,
      }),
    );
    const query = new URLSearchParams({ client_id: clientId, request_uri });
    const { url } = await follow(browser, `${server.authorization_endpoint}?${query}`);
    const answer = oauth.validateAuthResponse(server, client, url, oauth.expectNoState);
    const exchanged = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      answer,
      redirectUri,
      verifier,
      { ...options, DPoP },
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, exchanged, {
      expectedNonce: nonce,
      requireIdToken: true,
    });
    await oauth.validateApplicationLevelSignature(server, exchanged, options);
    const subject = oauth.getValidatedIdTokenClaims(tokens)?.sub ?? "";
    const info = await oauth.processUserInfoResponse(
      server,
      client,
      subject,
      await oauth.userInfoRequest(server, client, tokens.access_token, { ...options, DPoP }),
    );
    expect(info.email_verified).toBe(true);
    const renewed = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(
        server,
        client,
        authentication,
        tokens.refresh_token ?? "",
        { ...options, DPoP },
      ),
    );
    const look = async () =>
      oauth.processIntrospectionResponse(
        server,
        client,
        await oauth.introspectionRequest(
          server,
          client,
          authentication,
          renewed.refresh_token ?? "",
          options,
        ),
      );
    expect(await look()).toMatchObject({ active: true, sub: subject });
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(
        server,
        client,
        authentication,
        renewed.refresh_token ?? "",
        options,
      ),
    );
    expect((await look()).active).toBe(false);
  });
});

describe("signing keys", () => {
  const published = async (own: TestPortal) => {
    const { rows } = await own.database.pool.query<{ kid: string; signs_from: Date }>(
      "select kid, signs_from from portal.oidc_key where algorithm = 'RS256' order by signs_from",
    );
    return rows;
  };

  test("are announced before they sign and published after, then forgotten", async () => {
    const own = await startTestPortal();
    try {
      await maintainKeys(own.context);
      await maintainKeys(own.context);
      expect(await published(own)).toHaveLength(1);
      await maintainKeys(own.context, true);
      const both = await published(own);
      expect(both).toHaveLength(2);
      expect((both[1]?.signs_from.getTime() ?? 0) - own.clock.now().getTime()).toBeGreaterThan(
        keyNoticeMs - 60_000,
      );
      own.clock.advance(keyNoticeMs + keyGraceMs - 60_000);
      await maintainKeys(own.context);
      expect(await published(own)).toHaveLength(2);
      own.clock.advance(120_000);
      await maintainKeys(own.context);
      expect((await published(own)).map(({ kid }) => kid)).toEqual([both[1]?.kid]);
    } finally {
      await own.close();
    }
  });

  test("succeed each other by themselves, and only what is sealed is kept", async () => {
    const own = await startTestPortal();
    try {
      await maintainKeys(own.context);
      own.clock.advance(89 * 24 * 3_600_000);
      await maintainKeys(own.context);
      expect(await published(own)).toHaveLength(2);
      const { rows } = await own.database.pool.query<{ k: Buffer }>(
        "select private_key as k from portal.oidc_key",
      );
      for (const { k } of rows) expect(k.toString("latin1")).not.toContain('"kty"');
    } finally {
      await own.close();
    }
  });
});
