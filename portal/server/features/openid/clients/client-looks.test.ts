// What people see of an application: its names, its picture, and where a sign-in begins on its side.

import { readFileSync } from "node:fs";
import { requestFor } from "@sekimori/kit-development/testing";
import { listApplications } from "@sekimori/portal-contract/endpoints/connected-applications";
import { showInteraction } from "@sekimori/portal-contract/endpoints/openid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newMember } from "../../../testing/members.ts";
import {
  authorizationRequest,
  follow,
  interactionOf,
  newRelyingParty,
} from "../../../testing/relying-party.ts";
import { startTestPortal, type TestPortal, testOrigin } from "../../../testing/test-portal.ts";
import { isLogo, logoFrom } from "./client-logo.ts";
import { listClients, updateClient } from "./client-registry.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

const png = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(40)]);
const logo = logoFrom(png) ?? "";
const dataUrl = (type: string, content: string | Buffer) =>
  `data:${type};base64,${Buffer.from(content).toString("base64")}`;

test("a picture is one of three kinds, says which, and is small", () => {
  expect(logo).toBe(dataUrl("image/png", png));
  expect(isLogo(logo)).toBe(true);
  const refused = [
    dataUrl("image/jpeg", png),
    dataUrl("image/svg+xml", "<svg onload='x()'/>"),
    dataUrl("text/html", "<script>x()</script>"),
    "https://elsewhere.example/logo.png",
    `${logo}" onerror="x()`,
    "",
  ];
  expect(refused.filter(isLogo)).toEqual([]);
  expect(logoFrom(Buffer.concat([png, Buffer.alloc(64 * 1024)]))).toBeUndefined();
});

test("the picture is shown with the request, and survives other changes", async () => {
  const browser = portal.browser();
  await newMember(portal, browser);
  const party = await newRelyingParty(portal, { logo });
  await updateClient(portal.context, party.clientId, { name: "Renamed" });
  const kept = (await listClients(portal.context)).find(
    ({ clientId }) => clientId === party.clientId,
  );
  expect(kept).toMatchObject({ name: "Renamed", logo });
  const started = await authorizationRequest(party, { scope: "openid email" });
  const params = { uid: interactionOf(await follow(browser, started.url.href)) };
  expect((await browser.call(showInteraction, { params })).client.logo).toBe(logo);
});

test("My Page leads to where a sign-in begins, and says at whom", async () => {
  const browser = portal.browser();
  await newMember(portal, browser);
  const first = { isFirstParty: true, name: "A" };
  const started = await newRelyingParty(portal, {
    ...first,
    initiateLoginUri: "https://app.example/login?theme=dark",
  });
  const silent = await newRelyingParty(portal, { ...first, name: "B" });
  for (const party of [started, silent]) {
    await follow(browser, (await authorizationRequest(party)).url.href);
  }
  const { applications } = await browser.call(listApplications, {});
  const issuer = encodeURIComponent(`${testOrigin}/v1/idp/oidc`);
  expect(applications.map(({ startUrl }) => startUrl)).toEqual([
    `https://app.example/login?theme=dark&iss=${issuer}`,
    null,
  ]);
});

const named = { name: "Karte", nameJa: "管理アプリケーション", nameEn: "Management application" };
const languages = ["ja", "en"] as const;

test("an application is called by the name in the reader's language, or by the one there is", async () => {
  const browser = portal.browser();
  await newMember(portal, browser);
  const party = await newRelyingParty(portal, { ...named, isFirstParty: true, name: "K" });
  const plain = await newRelyingParty(portal, { name: "Ledger", nameJa: "帳簿" });
  await updateClient(portal.context, party.clientId, { name: "Karte" });
  const known = (await listClients(portal.context)).find(
    ({ clientId }) => clientId === party.clientId,
  );
  expect(known).toMatchObject(named);

  await follow(browser, (await authorizationRequest(party)).url.href);
  const { url } = await authorizationRequest(plain, { scope: "openid email" });
  const params = { uid: interactionOf(await follow(browser, url.href)) };
  const [listed, asked] = [
    await Promise.all(
      languages.map(async (language) => {
        const headers = { "accept-language": language };
        const answer = await browser.request({ ...requestFor(listApplications, {}), headers });
        return listApplications.response.parse(answer.json()).applications.map(({ name }) => name);
      }),
    ),
    await Promise.all(
      languages.map(async (language) => {
        const headers = { "accept-language": language };
        const answer = await browser.request({
          ...requestFor(showInteraction, { params }),
          headers,
        });
        return showInteraction.response.parse(answer.json()).client.name;
      }),
    ),
  ];
  expect(listed).toEqual([["管理アプリケーション"], ["Management application"]]);
  expect(asked).toEqual(["帳簿", "Ledger"]);
});

test("a name that a version before took is shown without what changes how a text is read", async () => {
  const party = await newRelyingParty(portal, { name: "Old" });
  const silent = await newRelyingParty(portal, { name: "Silent" });
  const stored = { client_name: "Old\u001b[31m", "client_name#ja": "古\u202eい" };
  await portal.database.pool.query(
    "update portal.oidc_client set metadata = metadata || $2 where client_id = $1",
    [party.clientId, JSON.stringify(stored)],
  );
  await portal.database.pool.query(
    "update portal.oidc_client set metadata = metadata || $2 where client_id = $1",
    [
      silent.clientId,
      JSON.stringify({ client_name: "...", "client_name#en": "\u202e".repeat(50) }),
    ],
  );
  const called = async (id: string) =>
    (await listClients(portal.context)).find(({ clientId }) => clientId === id);
  const listed = () => called(party.clientId);
  expect(await called(silent.clientId)).toMatchObject({ name: silent.clientId });
  const cleaned = { name: "Old [31m", nameJa: "古[U+202E]い" };
  expect(await listed()).toMatchObject(cleaned);
  expect(await updateClient(portal.context, party.clientId, { nameJa: undefined })).toBe(true);
  expect(await listed()).toMatchObject({ name: cleaned.name });
  expect(await listed()).not.toHaveProperty("nameJa");
});

test("the management application of an installation of before gets its names, where nobody renamed it", async () => {
  const { pool } = portal.database;
  const before = [
    { clientId: "preset", isFirstParty: true },
    { clientId: "renamed", isFirstParty: true, name: "Shiro" },
    { clientId: "of-others", isFirstParty: false },
    { clientId: "named", isFirstParty: true, nameEn: "Own words" },
  ];
  for (const one of before) await newRelyingParty(portal, { name: "Karte", ...one });
  const file = "../../../migrations/070-names-of-the-management-application.sql";
  await pool.query(readFileSync(new URL(file, import.meta.url), "utf8"));
  const clients = new Map(
    (await listClients(portal.context)).map(({ clientId, nameJa, nameEn }) => [
      clientId,
      { nameJa, nameEn },
    ]),
  );
  const { name: _, ...given } = named;
  expect(before.map(({ clientId }) => clients.get(clientId))).toEqual([
    given,
    { nameJa: undefined, nameEn: undefined },
    { nameJa: undefined, nameEn: undefined },
    { nameJa: undefined, nameEn: "Own words" },
  ]);
});
