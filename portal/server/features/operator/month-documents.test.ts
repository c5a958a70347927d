import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpTo } from "../../testing/members.ts";
import { agree, cards, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { collectPayments, runBilling } from "../billing/billing-run.ts";
import { findDocuments } from "./find-documents.ts";
import { monthDocuments } from "./month-documents.ts";
import { DryRun, OperatorRefused } from "./operator-audit.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, { scheduled: false });
  setClock("2026-11-20T03:00:00Z");
  for (let member = 0; member < 3; member += 1) {
    const browser = portal.browser();
    await signUpTo(portal, browser, "account", { plan: "detailed" });
    await submitCard(portal, browser, cards.success);
    await agree(browser);
  }
  // A card has one trial: who came second and third with it are charged from December on.
  for (const day of ["2026-12-01", "2027-01-01"]) {
    setClock(`${day}T03:00:00Z`);
    await runBilling(portal.context, day);
    await collectPayments(portal.context);
  }
});
afterAll(() => portal.close());

function setClock(moment: string): void {
  portal.clock.set(new Date(moment));
  portal.sandbox.clock.set(new Date(moment));
}

const by = { operator: "Sato" };

async function written() {
  const { rows } = await portal.database.pool.query(
    "select detail from portal.audit_event where action = 'operator.documents-exported'",
  );
  return rows.map(({ detail }) => detail);
}

test("a month of all members, each document once, named by date, amount and recipient", async () => {
  const { count, files } = await monthDocuments(portal.context, by, "2027-01-01", "ja", 2);
  expect(count).toBe(3);
  expect(await written()).toEqual([
    { operator: "Sato", month: "2027-01", count: 3, language: "ja" },
  ]);
  const zips: Record<string, Uint8Array>[] = [];
  for await (const file of files) zips.push(unzipSync(file));
  const names = zips.map((zip) => Object.keys(zip).filter((name) => name.endsWith(".pdf")));
  const party = "関守商店";
  // Two of one day, amount and recipient are told apart by their numbers.
  expect(names).toEqual([
    [`20270101_11000_${party}.pdf`, `20270101_11000_${party}_SK-00000004.pdf`],
    [`20270101_11000_${party}.pdf`],
  ]);
  const numbers = zips.flatMap((zip) =>
    Buffer.from(zip["索引.csv"] ?? [])
      .toString("utf8")
      .match(/SK-\d{8}(?=,)/g),
  );
  expect(numbers).toEqual(["SK-00000003", "SK-00000004", "SK-00000005"]);
});

test("tried, nothing is written down; an empty month is refused", async () => {
  const before = await written();
  const trying = { ...by, dryRun: true };
  await expect(monthDocuments(portal.context, trying, "2027-01-01", "en")).rejects.toThrow(DryRun);
  await expect(monthDocuments(portal.context, by, "2027-02-01", "en")).rejects.toThrow(
    OperatorRefused,
  );
  expect(await written()).toEqual(before);
});

test.each([
  ["everything", {}, 5],
  ["from a day", { from: "2027-01-01" }, 3],
  ["up to a day", { to: "2026-12-31" }, 2],
  ["an amount", { least: 11_000, most: 11_000 }, 5],
  ["another amount", { least: 11_001 }, 0],
  ["a recipient", { text: "関守商店" }, 5],
  ["a recipient in other letters", { text: "関守 商店" }, 0],
  ["nobody", { text: "他の会社" }, 0],
  ["a number", { text: "SK-00000004" }, 1],
  ["days and an amount", { from: "2027-01-01", most: 10_999 }, 0],
  ["days and a name", { to: "2026-12-31", text: "関守" }, 2],
  ["all together", { from: "2027-01-01", least: 1, most: 11_000, text: "関守" }, 3],
] as const)("the operator finds documents of all members by %s", async (_by, search, count) => {
  const { documents, more } = await findDocuments(portal.context, by, search);
  expect([documents.length, more]).toEqual([count, false]);
  for (const { party, total } of documents) expect([party, total]).toEqual(["関守商店", 11_000]);
  const { rows } = await portal.database.pool.query(
    `select detail from portal.audit_event where action = 'operator.documents-searched'
     order by id desc limit 1`,
  );
  const { text, ...open } = { text: undefined, ...search };
  const detail = { ...open, byName: text !== undefined, operator: "Sato" };
  expect(rows).toEqual([{ detail }]);
});
