import { listInvoices } from "@sekimori/portal-contract/endpoints/invoice";
import {
  changeRegisteredDetails,
  getMyProfile,
  updateMyProfile,
} from "@sekimori/portal-contract/endpoints/profile";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newMember, signUpTo } from "../../testing/members.ts";
import {
  agree,
  cards,
  individual,
  organisationDetails,
  password,
  submitCard,
} from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { runBilling } from "../billing/billing-run.ts";
import { openSnapshot } from "../billing/invoice-snapshot.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, { scheduled: false });
  portal.clock.set(new Date("2026-11-20T03:00:00Z"));
  portal.sandbox.clock.set(new Date("2026-11-20T03:00:00Z"));
});
afterAll(() => portal.close());

const body = { details: organisationDetails };

test("an issued invoice keeps its recipient, and the next one takes the new details", async () => {
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account", { plan: "detailed" });
  await submitCard(portal, browser, cards.success);
  await agree(browser);
  portal.clock.set(new Date("2027-01-01T03:00:00Z"));
  await runBilling(portal.context, "2027-01-01");
  await browser.call(signIn, { body: { email, password, locale: "en" } });
  await browser.call(changeRegisteredDetails, { body });
  portal.clock.set(new Date("2027-02-01T03:00:00Z"));
  await runBilling(portal.context, "2027-02-01");

  const { db, sealer } = portal.context;
  await browser.call(signIn, { body: { email, password, locale: "en" } });
  const { invoices } = await browser.call(listInvoices, { query: {} });
  const mine = invoices.map(({ id }) => id);
  const rows = await db
    .selectFrom("portal.invoice")
    .select(["id", "snapshot"])
    .where("id", "in", mine)
    .orderBy("number")
    .execute();
  const recipients = rows.map(({ id, snapshot }) =>
    snapshot === null ? undefined : openSnapshot(sealer, id, snapshot).recipient,
  );
  expect(recipients).toMatchObject([
    { company: "関守商店", name: "山本 花子", postalCode: "100-0001" },
    { company: "関守商会", name: "山本 花子", postalCode: "530-0001" },
  ]);
  expect(recipients[1]?.address.ja).toContain("大阪府");
});

test("the profile shows what is registered, and the owner is told by mail", async () => {
  const browser = portal.browser();
  const { email } = await newMember(portal, browser, { locale: "ja" });
  const before = await browser.call(getMyProfile, {});
  expect(before.registered_details).toMatchObject({ companyName: "関守商店", addrState: "13" });
  const changed = await browser.call(changeRegisteredDetails, { body });
  expect(changed.registered_details).toEqual(organisationDetails);
  expect(changed).toMatchObject({ company_name: "関守商会", first_name: before.first_name });
  expect(await browser.call(getMyProfile, {})).toMatchObject({ company_name: "関守商会" });
  expect((await portal.mails.nth(email, 3)).subject).toContain("登録情報が変更されました");
});

test("the user type stays, and a refusal names its field", async () => {
  const browser = portal.browser();
  await newMember(portal, browser);
  const { firstName: _first, lastName: _last, ...details } = individual;
  const other = await browser.attempt(changeRegisteredDetails, { body: { details } } as never);
  expect(other.error()).toMatchObject({
    type: "InvalidInput",
    fields: [{ path: "details.userType", code: "invalid" }],
  });
  const wrong = { ...organisationDetails, corporateNumber: "7000012050003" };
  const refused = await browser.attempt(changeRegisteredDetails, { body: { details: wrong } });
  expect(refused.error()).toMatchObject({ fields: [{ path: "details.corporateNumber" }] });
  expect((await browser.call(getMyProfile, {})).company_name).toBe("関守商店");
});

test("a form that shows an address which was changed meanwhile saves nothing", async () => {
  const browser = portal.browser();
  const { email } = await newMember(portal, browser, { locale: "ja" });
  const { registered_details: read } = await browser.call(getMyProfile, {});
  await browser.call(changeRegisteredDetails, { body: { ...body, was: { details: read } } });
  const told = await portal.mails.nth(email, 3);
  // Another tab, which was filled before, saves with one line changed, and as it was.
  for (const details of [{ ...read, addrLine2: "9F" }, read]) {
    const stale = { details, was: { details: read } } as never;
    const refused = await browser.attempt(changeRegisteredDetails, { body: stale });
    expect([refused.status, refused.error().type]).toEqual([409, "ChangedMeanwhile"]);
  }
  expect((await browser.call(getMyProfile, {})).registered_details).toEqual(organisationDetails);
  // The save that is repeated because its answer was lost is no conflict.
  await browser.call(changeRegisteredDetails, { body: { ...body, was: { details: read } } });
  const addrLine2 = "9F";
  const next = {
    details: { ...organisationDetails, addrLine2 },
    was: { details: organisationDetails },
  };
  const changed = await browser.call(changeRegisteredDetails, { body: next as never });
  expect(changed.registered_details).toMatchObject({ addrLine2 });
  // Who was refused changed nothing, and nobody is told of it: three changes, three mails.
  await portal.mails.nth(email, 5);
  expect(portal.mails.to(email).filter(({ subject }) => subject === told.subject)).toHaveLength(3);
});

test("a form that shows a name which was changed meanwhile saves nothing", async () => {
  const browser = portal.browser();
  await newMember(portal, browser, { locale: "ja" });
  const { first_name, last_name } = await browser.call(getMyProfile, {});
  const was = { first_name, last_name };
  await browser.call(updateMyProfile, { body: { first_name, last_name: "鈴木", was } });
  const stale = { first_name: "華子", last_name, was };
  const refused = await browser.attempt(updateMyProfile, { body: stale });
  expect([refused.status, refused.error().type]).toEqual([409, "ChangedMeanwhile"]);
  const now = await browser.call(getMyProfile, {});
  expect(now).toMatchObject({ first_name, last_name: "鈴木" });
});
