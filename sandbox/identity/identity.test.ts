import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import * as oidc from "openid-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBooks } from "../database/books.ts";
import { sandboxMigrations } from "../migrations/migrations.ts";
import { startTestSandbox, type TestSandbox } from "../testing/test-sandbox.ts";
import { standingAccounts } from "./identity-accounts.ts";
import { IdentityAdapter } from "./identity-adapter.ts";

const redirectUri = "http://localhost:3000/gmoid-callback";

let database: TestDatabase<unknown>;
let running: TestSandbox;
let client: oidc.Configuration;

beforeAll(async () => {
  database = await createTestDatabase(sandboxMigrations);
  running = await startTestSandbox(database);
  client = await oidc.discovery(
    new URL(`${running.origin}/identity`),
    "portal",
    "portal-secret-0123456789",
    undefined,
    { execute: [oidc.allowInsecureRequests] },
  );
});

afterAll(async () => {
  await running.sandbox.stop();
  await database.close();
});

/** A browser that follows redirects until they leave the provider. */
class Visitor {
  readonly #cookies = new Map<string, string>();

  async go(address: string, form?: Record<string, string>): Promise<{ url: URL; page: string }> {
    let url = new URL(address);
    let body = form && new URLSearchParams(form);
    for (;;) {
      const response = await fetch(url, {
        method: body === undefined ? "GET" : "POST",
        redirect: "manual",
        headers: {
          cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "),
          "accept-language": "ja",
          ...(body !== undefined && { origin: running.origin }),
        },
        ...(body !== undefined && { body }),
      });
      for (const line of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === "") this.#cookies.delete(name);
        else this.#cookies.set(name, value);
      }
      const location = response.headers.get("location");
      if (location === null) return { url, page: await response.text() };
      await response.body?.cancel();
      url = new URL(location, url);
      body = undefined;
      if (url.origin !== running.origin) return { url, page: "" };
    }
  }
}

async function start(changes: Record<string, string | undefined> = {}) {
  const verifier = oidc.randomPKCECodeVerifier();
  const nonce = oidc.randomNonce();
  const state = oidc.randomState();
  const parameters: Record<string, string> = {
    redirect_uri: redirectUri,
    scope: "openid email profile",
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    nonce,
    state,
  };
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) delete parameters[name];
    else parameters[name] = value;
  }
  const visitor = new Visitor();
  const asked = await visitor.go(oidc.buildAuthorizationUrl(client, parameters).href);
  const checks = { pkceCodeVerifier: verifier, expectedNonce: nonce, expectedState: state };
  return {
    ...asked,
    answer: (action: string, form: Record<string, string>) =>
      visitor.go(`${asked.url.origin}${asked.url.pathname}/${action}`, form),
    exchange: async (back: URL) => await oidc.authorizationCodeGrant(client, back, checks),
  };
}

async function signIn(subject: string) {
  const visit = await start();
  const { url } = await visit.answer("choose", { subject });
  expect(url.href).toContain(redirectUri);
  return await visit.exchange(url);
}

describe("the external identity provider", () => {
  it("shows everybody who can be chosen, in the asked language", async () => {
    const { page } = await start();
    for (const { name } of standingAccounts) expect(page).toContain(name);
    expect(page).toContain('<html lang="ja">');
    expect((await start({ ui_locales: "en" })).page).toContain("Choose an account");
  });

  it.each([
    [
      "external-hanako",
      { email: "hanako.external@example.com", email_verified: true, name: "関 花子" },
    ],
    ["external-unverified", { email: "unverified.external@example.com", email_verified: false }],
  ])("signs %s in with claims in the ID token", async (subject, claims) => {
    const tokens = await signIn(subject);
    expect(tokens.claims()).toMatchObject({
      sub: subject,
      iss: `${running.origin}/identity`,
      aud: "portal",
      ...claims,
    });
    const info = await oidc.fetchUserInfo(client, tokens.access_token, subject);
    expect(info).toMatchObject({ sub: subject, ...claims });
  });

  it("gives no address for the account that has none", async () => {
    const claims = (await signIn("external-no-email")).claims();
    expect(claims).toMatchObject({ sub: "external-no-email" });
    expect(claims).not.toHaveProperty("email");
  });

  it("makes a new account with any address and remembers it", async () => {
    const visit = await start({ login_hint: "victim@example.com" });
    expect(visit.page).toContain('value="victim@example.com"');
    const { url } = await visit.answer("make", { name: "<b>M</b>", email: "victim@example.com" });
    const claims = (await visit.exchange(url)).claims();
    expect(claims).toMatchObject({ email: "victim@example.com", email_verified: false });
    const { page } = await start();
    expect(page).toContain("&lt;b&gt;M&lt;/b&gt;");
    expect((await signIn(String(claims?.sub))).claims()?.email).toBe("victim@example.com");
  });

  it.each(["access_denied", "server_error", "temporarily_unavailable"])(
    "answers %s when told to",
    async (error) => {
      const visit = await start();
      const { url } = await visit.answer("fail", { error });
      expect(url.searchParams.get("error")).toBe(error);
      await expect(visit.exchange(url)).rejects.toMatchObject({ error });
    },
  );

  it("gives a code that is of no use any more", async () => {
    await expect(signIn("external-expired-code")).rejects.toMatchObject({ error: "invalid_grant" });
  });

  it("asks again every time, and prompt=none is refused", async () => {
    const { url } = await start({ prompt: "none" });
    expect(url.searchParams.get("error")).toBe("login_required");
  });

  it("requires PKCE, the exact redirect address and the right secret", async () => {
    const bare = await start({ code_challenge: undefined, code_challenge_method: undefined });
    expect(bare.url.searchParams.get("error")).toBe("invalid_request");
    const elsewhere = await start({ redirect_uri: `${redirectUri}/x` });
    expect(elsewhere.url.origin).toBe(running.origin);
    expect(elsewhere.page).toContain("invalid_redirect_uri");
  });

  it("exchanges a code once, even for ten at the same time", async () => {
    const visit = await start();
    const { url } = await visit.answer("choose", { subject: "external-taro" });
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => visit.exchange(url)));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("consumes a record once, even for ten at the same time", async () => {
    const adapter = new IdentityAdapter(openBooks(database), "AuthorizationCode");
    for (const id of ["a", "b", "c", "d", "e"]) {
      await adapter.upsert(id, {}, 60);
      const tries = await Promise.allSettled(Array.from({ length: 10 }, () => adapter.consume(id)));
      expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    }
  });

  it("says that an interaction has expired", async () => {
    const { page } = await new Visitor().go(`${running.origin}/identity/interaction/nobody`);
    expect(page).toContain("有効期限が切れました");
  });

  it("keeps its keys over a restart", async () => {
    const keys = async () => await (await fetch(client.serverMetadata().jwks_uri ?? "")).text();
    const before = await keys();
    expect(before).not.toContain('"d"');
    await running.sandbox.stop();
    running = await startTestSandbox(database, { origin: running.origin });
    expect(await keys()).toBe(before);
    expect((await signIn("external-hanako")).claims()?.sub).toBe("external-hanako");
  });
});
