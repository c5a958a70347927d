import { withdrawAccount } from "@sekimori/portal-contract/endpoints/contract";
import { changePromotionalMail } from "@sekimori/portal-contract/endpoints/promotional-mail";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newMember } from "../../testing/members.ts";
import { organisation } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { updateAccount } from "../account/account-repository.ts";
import { sealPersonalData } from "../account/personal-data.ts";
import { consentingMembers } from "../promotional-mail/consenting-members.ts";
import { closeAccount } from "./accounts.ts";
import { consentingAddresses } from "./consenting-addresses.ts";
import { DryRun } from "./operator-audit.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

const by = { operator: "Sato" };
const at = (moment: string) => portal.clock.set(new Date(moment));

/** A member who said yes, no and so on at each of these moments. */
async function member(locale: "ja" | "en", ...moments: readonly string[]) {
  at("2026-11-20T03:00:00Z");
  const browser = portal.browser();
  const { email } = await newMember(portal, browser, { locale });
  for (const [index, moment] of moments.entries()) {
    at(moment);
    await browser.call(changePromotionalMail, { body: { consented: index % 2 === 0 } });
  }
  const { id } = await portal.database.db
    .selectFrom("portal.account")
    .select("id")
    .where("email_digest", "=", portal.context.digests.email(email))
    .executeTakeFirstOrThrow();
  return { browser, email, id };
}

const change = (id: string, row: Parameters<typeof updateAccount>[2]) =>
  portal.database.db.transaction().execute((tx) => updateAccount(tx, id, row));

async function joined(pieces: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

const events = async () =>
  (
    await portal.database.pool.query(
      "select detail from portal.audit_event where action = 'operator.consenting-exported' order by id",
    )
  ).rows.map(({ detail }) => detail);

test("nobody but who consents now, can be proved to, stays and is open; with language, name and moment", async () => {
  expect(await joined(await consentingAddresses(portal.context, by, "json"))).toBe("[]\n");
  const again = await member(
    "en",
    "2026-11-20T03:10:00Z",
    "2026-11-20T03:20:00Z",
    "2026-11-20T03:30:00Z",
  );
  const sly = await member("ja", "2026-11-20T03:40:00Z");
  const company = '=HYPERLINK("https://evil.example")';
  const information = { ...organisation, companyName: company };
  const personal = { email: sly.email, information };
  await change(sly.id, { personal: sealPersonalData(portal.context.sealer, sly.id, personal) });
  await member("ja");
  await member("en", "2026-11-20T03:10:00Z", "2026-11-20T03:20:00Z");
  const unproved = await member("en");
  await change(unproved.id, { promotional_mail: true });
  const closed = await member("en", "2026-11-20T03:10:00Z");
  await closeAccount(portal.context, by, closed.id);
  const leaving = await member("en", "2026-11-20T03:10:00Z");
  await leaving.browser.call(withdrawAccount, { body: {} });

  const csv = await joined(await consentingAddresses(portal.context, by, "csv"));
  const moments = csv.replaceAll(/:\d\d\.\d{3}Z/g, "");
  const [head, ...lines] = moments.replace(/\r\n$/, "").split("\r\n");
  expect(head).toBe("\ufeffaddress,language,company,name,consented at");
  expect(lines.toSorted()).toEqual(
    [
      `${again.email},en,関守商店,山本 花子,2026-11-20T03:30`,
      `${sly.email},ja,"'=HYPERLINK(""https://evil.example"")",山本 花子,2026-11-20T03:40`,
    ].toSorted(),
  );
  const json = JSON.parse(await joined(await consentingAddresses(portal.context, by, "json")));
  expect(json).toHaveLength(2);
  expect(json).toContainEqual({
    email: sly.email,
    language: "ja",
    company,
    name: "山本 花子",
    consentedAt: expect.stringMatching(/^2026-11-20T03:40:/),
  });
  const trying = consentingAddresses(portal.context, { ...by, dryRun: true }, "csv");
  const refusal = await trying.catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DryRun);
  expect((refusal as DryRun).facts).toMatchObject({ count: 2, form: "csv" });
  expect(await events()).toEqual([
    { operator: "Sato", count: 0, form: "json" },
    { operator: "Sato", count: 2, form: "csv" },
    { operator: "Sato", count: 2, form: "json" },
  ]);
});

test("members are read page by page, each once, and who withdraws meanwhile is left out", async () => {
  for (let count = 0; count < 3; count++) await member("en", "2026-11-20T05:00:00Z");
  const sizes: number[] = [];
  const seen: string[] = [];
  for await (const page of consentingMembers(portal.context, 2)) {
    sizes.push(page.length);
    seen.push(...page.map(({ email }) => email));
  }
  expect(sizes).toEqual([2, 2, 1]);
  expect(new Set(seen).size).toBe(5);
  const pages = consentingMembers(portal.context, 4);
  const first = (await pages.next()).value ?? [];
  expect(first).toHaveLength(4);
  await portal.database.pool.query("update portal.account set promotional_mail = false");
  expect((await pages.next()).value).toEqual([]);
});
