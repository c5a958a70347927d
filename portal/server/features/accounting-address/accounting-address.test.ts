import { createHash } from "node:crypto";
import { soleRun } from "@sekimori/kit-development/testing/sole-run";
import { transaction } from "@sekimori/kit-server/database";
import {
  changeAccountingAddress,
  confirmAccountingAddress,
  removeAccountingAddress,
  showAccountingAddress,
} from "@sekimori/portal-contract/endpoints/accounting-address";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newEmail, newMember, signUpTo } from "../../testing/members.ts";
import { codeIn } from "../../testing/memory-mailer.ts";
import { agree, cards, password, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { copyJob, queueCopies } from "../billing/accounting-copies.ts";
import { collectPayments, runBilling } from "../billing/billing-run.ts";
import { refundInvoice } from "../billing/refund-service.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, { scheduled: false });
  setClock("2026-11-20T03:00:00Z");
});
afterAll(() => portal.close());

function setClock(moment: string): void {
  portal.clock.set(new Date(moment));
  portal.sandbox.clock.set(new Date(moment));
}

const wrong = (code: string) => (code === "000000" ? "111111" : "000000");
const body = (email: string) => ({ body: { email } });

async function member() {
  const browser = portal.browser();
  return { browser, ...(await newMember(portal, browser)) };
}

/** A month is billed and its receipt is with the member. */
async function billed(day: string, email: string): Promise<void> {
  setClock(`${day}T03:00:00Z`);
  const receipts = () => portal.mails.to(email).filter(({ subject }) => /received/.test(subject));
  const before = receipts().length;
  await runBilling(portal.context, day);
  await collectPayments(portal.context);
  await expect.poll(() => receipts().length).toBe(before + 1);
}

async function documents() {
  return portal.database.db.selectFrom("portal.invoice").selectAll().orderBy("number").execute();
}

test("copies go to an address once its code came back, each once, as the PDF that its holder gets", async () => {
  const books = newEmail();
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account", { plan: "detailed" });
  await submitCard(portal, browser, cards.success);
  await agree(browser);
  const waiting = await browser.call(changeAccountingAddress, body(books));
  expect(waiting).toMatchObject({ email: null, pending: { email: books } });
  const asking = await portal.mails.nth(books, 1);
  // Nobody's name or words reach somebody who has not agreed to anything.
  expect(asking.text + asking.html).not.toMatch(/関守商店|山本|花子/);

  await billed("2027-01-01", email);
  expect(portal.mails.to(books)).toHaveLength(1);

  await browser.call(signIn, { body: { email, password, locale: "en" } });
  // The former code ended in the meantime: another is sent.
  await browser.call(changeAccountingAddress, body(books));
  const code = codeIn(await portal.mails.nth(books, 2));
  const none = await browser.attempt(confirmAccountingAddress, { body: { code: wrong(code) } });
  expect(none.error().type).toBe("CodeInvalid");
  const set = await browser.call(confirmAccountingAddress, { body: { code } });
  expect(set).toEqual({ email: books, pending: null });
  const told = () => portal.mails.to(email).filter(({ text }) => text.includes(books));
  await expect.poll(() => told().length).toBe(1);

  await billed("2027-02-01", email);
  const copy = await portal.mails.nth(books, 3);
  expect(copy.subject).toContain("SK-00000002");
  const [file] = copy.attachments ?? [];
  expect(file).toMatchObject({ contentType: "application/pdf" });
  expect(file?.filename).toMatch(/^20270201_11000_.+\.pdf$/);
  const { rows } = await portal.database.pool.query<{ sha256: string }>(
    `select document.sha256 from portal.invoice_document document
       join portal.invoice on invoice.id = document.invoice_id where invoice.number = 2`,
  );
  const hash = createHash("sha256")
    .update(file?.content ?? "")
    .digest("hex");
  expect(rows.map(({ sha256 }) => sha256)).toEqual([hash]);

  // The job may run again: the copy is not sent again.
  const [, february] = await documents();
  if (!february) throw new Error("no invoice");
  await copyJob(portal.context).perform({ invoice: february.id }, soleRun({ attempt: 2 }));
  const { rows: queued } = await portal.database.pool.query(
    "select from kit.mail_outbox where state = 'queued'",
  );
  expect(queued).toEqual([]);
  expect(portal.mails.to(books)).toHaveLength(3);

  // A credit note is a document too.
  const request = { invoiceId: february.id, reason: "our fault", operator: "Hanako" };
  await refundInvoice(portal.context, { ...request, amount: 10_000 });
  expect((await portal.mails.nth(books, 4)).subject).toContain("SK-00000003");

  await browser.call(signIn, { body: { email, password, locale: "en" } });
  const removed = await browser.call(removeAccountingAddress, { body: {} });
  expect(removed).toEqual({ email: null, pending: null });
  await expect
    .poll(() => portal.mails.to(email).some(({ subject }) => /have stopped/.test(subject)))
    .toBe(true);
  await billed("2027-03-01", email);
  const march = (await documents()).at(-1);
  if (!march) throw new Error("no invoice");
  await transaction(portal.database.db, (tx) => queueCopies(tx, [march]));
  const { rows: jobs } = await portal.database.pool.query(
    "select from graphile_worker.jobs where task_identifier = 'portal.accounting-copy'",
  );
  expect(jobs).toEqual([]);
  expect(portal.mails.to(books)).toHaveLength(4);
});

describe("an address", () => {
  test("gets a code a minute at most, and after five wrong ones none counts", async () => {
    const { browser } = await member();
    const books = newEmail();
    await browser.call(changeAccountingAddress, body(books));
    const soon = await browser.attempt(changeAccountingAddress, body(books));
    expect(soon.error().type).toBe("TooManyRequest");
    const code = codeIn(await portal.mails.nth(books, 1));
    for (let tries = 0; tries < 5; tries += 1) {
      await browser.attempt(confirmAccountingAddress, { body: { code: wrong(code) } });
    }
    const late = await browser.attempt(confirmAccountingAddress, { body: { code } });
    expect(late.error().type).toBe("CodeExpired");
    expect((await browser.call(showAccountingAddress, {})).email).toBeNull();
  });

  test("is named after a fresh sign-in, and its code ends with the day", async () => {
    const { browser, email } = await member();
    const books = newEmail();
    await browser.call(changeAccountingAddress, body(books));
    const code = codeIn(await portal.mails.nth(books, 1));
    portal.clock.advance(10 * 60_000 + 1);
    const stale = await browser.attempt(changeAccountingAddress, body(newEmail()));
    expect(stale.error().type).toBe("RecentSignInRequired");
    portal.clock.advance(24 * 60 * 60_000);
    await browser.call(signIn, { body: { email, password } });
    expect((await browser.call(showAccountingAddress, {})).pending).toBeNull();
    const late = await browser.attempt(confirmAccountingAddress, { body: { code } });
    expect(late.error().type).toBe("CodeExpired");
  });

  test("that waits is nobody else's to confirm", async () => {
    const { browser } = await member();
    const { browser: other } = await member();
    const books = newEmail();
    await browser.call(changeAccountingAddress, body(books));
    await other.call(changeAccountingAddress, body(newEmail()));
    const code = codeIn(await portal.mails.nth(books, 1));
    const foreign = await other.attempt(confirmAccountingAddress, { body: { code } });
    expect(foreign.error().type).toBe("CodeInvalid");
  });
});
