// What a member is at an application or an API, as an operator says and tokens tell.

import { randomUUID } from "node:crypto";
import { decodeJwt } from "jose";
import * as oidc from "openid-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newMember } from "../../../testing/members.ts";
import {
  authorizationRequest,
  exchange,
  follow,
  newRelyingParty,
  type RelyingParty,
} from "../../../testing/relying-party.ts";
import { startTestPortal, type TestPortal } from "../../../testing/test-portal.ts";
import { grantRole, listRoles, revokeRole } from "./account-roles.ts";
import { removeClient } from "./client-registry.ts";
import { addResource, removeResource } from "./resource-registry.ts";

const api = "https://roles.example/api";

let portal: TestPortal;
let party: RelyingParty;
let asking: RelyingParty;
beforeAll(async () => {
  portal = await startTestPortal();
  const resource = { identifier: api, name: "Roles", scopes: ["read"] };
  await addResource(portal.context, { ...resource, tokenFormat: "opaque" });
  const registration = { isFirstParty: true, idTokenClaims: true, resources: [api] };
  party = await newRelyingParty(portal, registration);
  asking = await newRelyingParty(portal, { redirectUris: [], introspects: [api] });
});
afterAll(() => portal.close());

/** Somebody new, who has nothing yet. */
async function member() {
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  const { db, digests } = portal.context;
  const { id } = await db
    .selectFrom("portal.account")
    .select("id")
    .where("email_digest", "=", digests.email(email))
    .executeTakeFirstOrThrow();
  const signIn = async (changes: Readonly<Record<string, string>>) => {
    const started = await authorizationRequest(party, changes);
    const { url } = await follow(browser, started.url.href);
    const { resource } = changes;
    return exchange(party, started, url, {
      parameters: resource === undefined ? undefined : { resource },
    });
  };
  return { id, signIn };
}

const rolesIn = (token: string | undefined) => decodeJwt(token ?? "").roles;

const eventsOf = async (account: string) => {
  const { rows } = await portal.database.pool.query<{ action: string; detail: unknown }>(
    `select action, detail from portal.audit_event
     where account_id = $1 and action like 'operator.role%' order by id`,
    [account],
  );
  return rows;
};

test("an application is told its own roles, where it asks for them, and no other's", async () => {
  const { id, signIn } = await member();
  const books = { ...portal.context, operator: "Sato" };
  for (const role of ["editor", "auditor", "editor"]) {
    await grantRole(books, { account: id, audience: party.clientId, role });
  }
  await grantRole(books, { account: id, audience: api, role: "elsewhere" });
  const tokens = await signIn({ scope: "openid roles" });
  expect(rolesIn(tokens.id_token)).toEqual(["auditor", "editor"]);
  expect(await oidc.fetchUserInfo(party.configuration, tokens.access_token, id)).toEqual({
    sub: id,
    roles: ["auditor", "editor"],
  });
  const unasked = await signIn({ scope: "openid profile" });
  expect(rolesIn(unasked.id_token)).toBeUndefined();
  const detail = { audience: party.clientId, operator: "Sato" };
  expect((await eventsOf(id)).slice(0, 2)).toEqual([
    { action: "operator.role-granted", detail: { ...detail, role: "editor" } },
    { action: "operator.role-granted", detail: { ...detail, role: "auditor" } },
  ]);
  expect(await eventsOf(id)).toHaveLength(3);
});

test("an API is told its roles with the token, and of the next token when they change", async () => {
  const { id, signIn } = await member();
  await grantRole(portal.context, { account: id, audience: api, role: "owner" });
  await grantRole(portal.context, { account: id, audience: party.clientId, role: "editor" });
  const told = async (token: string) =>
    (await oidc.tokenIntrospection(asking.configuration, token)).roles;
  const tokens = await signIn({ scope: "openid read", resource: api });
  expect(await told(tokens.access_token)).toEqual(["owner"]);
  expect(await revokeRole(portal.context, { account: id, audience: api, role: "owner" })).toBe(
    true,
  );
  expect(await revokeRole(portal.context, { account: id, audience: api, role: "owner" })).toBe(
    false,
  );
  const refreshed = await oidc.refreshTokenGrant(party.configuration, tokens.refresh_token ?? "", {
    resource: api,
  });
  expect(await told(refreshed.access_token)).toBeUndefined();
});

test("a signed token has them too", async () => {
  const signed = "https://roles.example/signed";
  await addResource(portal.context, { identifier: signed, name: "Signed", scopes: ["read"] });
  const other = await newRelyingParty(portal, { isFirstParty: true, resources: [signed] });
  const browser = portal.browser();
  await newMember(portal, browser);
  const first = await authorizationRequest(other, { scope: "openid read", resource: signed });
  const arrived = await follow(browser, first.url.href);
  const tokens = await exchange(other, first, arrived.url, { parameters: { resource: signed } });
  expect(rolesIn(tokens.access_token)).toBeUndefined();
  const account = String(tokens.claims()?.sub);
  await grantRole(portal.context, { account, audience: signed, role: "reader" });
  const next = await oidc.refreshTokenGrant(other.configuration, tokens.refresh_token ?? "", {
    resource: signed,
  });
  expect(rolesIn(next.access_token)).toEqual(["reader"]);
});

test("whoever takes the name of what was removed finds no roles there", async () => {
  const { id } = await member();
  const gone = await newRelyingParty(portal);
  const audience = "https://gone.example/api";
  await addResource(portal.context, { identifier: audience, name: "Gone", scopes: ["read"] });
  for (const one of [gone.clientId, audience]) {
    await grantRole(portal.context, { account: id, audience: one, role: "owner" });
  }
  await removeClient(portal.context, gone.clientId);
  await removeResource(portal.context, audience);
  expect(await listRoles(portal.context, gone.clientId)).toEqual([]);
  expect(await listRoles(portal.context, audience)).toEqual([]);
});

test("nobody who is not there gets one, nowhere that is not registered, and not without end", async () => {
  const { id: account } = await member();
  const give = (changes: object) =>
    grantRole(portal.context, { account, audience: api, role: "owner", ...changes });
  expect(await give({ account: randomUUID() })).toBe("no-account");
  expect(await give({ audience: "https://nowhere.example" })).toBe("no-audience");
  await expect(give({ role: "two words" })).rejects.toThrow("without spaces");
  for (let n = 0; n < 50; n += 1) expect(await give({ role: `role-${n}` })).toBeUndefined();
  expect(await give({ role: "one-more" })).toBe("too-many");
});
