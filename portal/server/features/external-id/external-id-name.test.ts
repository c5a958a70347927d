import { gmoidLink } from "@sekimori/portal-contract/endpoints/external-id";
import {
  listLinkedIdentities,
  unlinkIdentity,
} from "@sekimori/portal-contract/endpoints/linked-identities";
import { siteConfiguration } from "@sekimori/portal-contract/endpoints/site";
import { afterAll, beforeAll, expect, test } from "vitest";
import { configuredExternalId } from "../../adapters/openid-external-identity.ts";
import { signInBy } from "../../testing/external-visits.ts";
import { newMember } from "../../testing/members.ts";
import { password } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";

const name = { ja: "関守ID", en: "Seki ID" };

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ EXTERNAL_ID_NAME_JA: name.ja, EXTERNAL_ID_NAME_EN: name.en });
});
afterAll(() => portal.close());

test("the operator's name for it is said by screens and mails, in each language", async () => {
  const { externalId } = await portal.browser().call(siteConfiguration, {});
  expect(externalId).toEqual(name);

  const owner = portal.browser();
  const { email } = await newMember(portal, owner);
  const visitor = portal.browser();
  await signInBy(visitor, { make: { email, verified: true } });
  await visitor.call(gmoidLink, { body: { password } });
  const subjects = () => portal.mails.to(email).map(({ subject, text }) => `${subject}\n${text}`);
  await expect
    .poll(subjects)
    .toContainEqual(expect.stringMatching(/関守IDが連携されました|Seki ID has been linked/));
  const [listed] = (await owner.call(listLinkedIdentities, {})).identities;
  expect(listed?.provider).toEqual(name);
  expect(JSON.stringify(listed)).not.toContain("issuer");
  await owner.call(unlinkIdentity, { params: { id: listed?.id ?? "" } });
  await expect
    .poll(subjects)
    .toContainEqual(expect.stringMatching(/関守IDの連携が解除|Seki ID has been unlinked/));
});

test("a provider of another issuer keeps its host", async () => {
  const owner = portal.browser();
  const { email } = await newMember(portal, owner);
  const visitor = portal.browser();
  await signInBy(visitor, { make: { email, verified: true } });
  await visitor.call(gmoidLink, { body: { password } });
  await portal.database.pool.query(
    "update portal.external_identity set issuer = 'https://former.example/id' where account_id = (select account_id from portal.external_identity order by linked_at desc limit 1)",
  );
  const [listed] = (await owner.call(listLinkedIdentities, {})).identities;
  expect(listed?.provider).toEqual({ ja: "former.example", en: "former.example" });
});

test("a name in one language alone is refused when the process starts", () => {
  const half = { ...portal.context.settings, externalIdNameEn: undefined };
  expect(() => configuredExternalId(half)).toThrow(/EXTERNAL_ID_NAME_JA and EXTERNAL_ID_NAME_EN/);
});
