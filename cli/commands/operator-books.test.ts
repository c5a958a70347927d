import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { portalFence } from "@sekimori/portal-server/migrations";
import { signUpTo } from "@sekimori/portal-server/testing/members";
import {
  accountingRows,
  filedAccounts,
  freeeAccounts,
  moneyForwardAccounts,
  withoutZeros,
} from "@sekimori/portal-server/testing/money-told";
import { agree, cards, submitCard } from "@sekimori/portal-server/testing/sign-up-calls";
import {
  startTestPortal,
  type TestPortal,
  testEnvironment,
} from "@sekimori/portal-server/testing/test-portal";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { servingUrl } from "../testing/serving-url.ts";

// A month of the books as an operator works on it: commands as processes of their own, the files
// that they write opened, and every sum held against the ledger.

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const main = fileURLToPath(new URL("../main.ts", import.meta.url));
// Long ago: the commands go by the real clock, by which a month has to be over.
const month = "2026-02";
const members = 3;

let portal: TestPortal;
let folder: string;
let url: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sekimori-books-"));
  portal = await startTestPortal();
  url = await servingUrl(portal.database, portalFence);
  setClock("2025-12-20T03:00:00Z");
  for (let member = 0; member < members; member += 1) {
    const browser = portal.browser();
    await signUpTo(portal, browser, "account", { plan: "detailed" });
    // A card has one trial, so each has one of its own.
    const card = [cards.success, "5555550000001000", "3530110000001008"][member];
    await submitCard(portal, browser, card ?? cards.success);
    await agree(browser);
  }
  setClock("2026-01-31T15:30:00Z");
});
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});

function setClock(moment: string): void {
  portal.clock.set(new Date(moment));
  portal.sandbox.clock.set(new Date(moment));
}

/** Runs a command of billing as an operator does. */
async function billing(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [main, "operator", "billing", ...args],
    {
      env: {
        ...testEnvironment,
        PATH: process.env.PATH ?? "",
        SEKIMORI_MODE: "development",
        DATABASE_URL: url,
        SMTP_URL: "smtp://127.0.0.1:9",
        PAYMENT_PROVIDER: "sandbox",
        PAYMENT_API_ORIGIN: portal.sandbox.origin,
        PAYMENT_FIELDS_URL: `${portal.sandbox.origin}/payment/fields`,
        PAYMENT_PUBLISHABLE_KEY: "pk",
        PAYMENT_SECRET_KEY: "sk",
        PAYMENT_WEBHOOK_SECRET: "whs",
        LOG_LEVEL: "error",
      },
    },
  );
  return stdout;
}

const by = ["--operator", "Sato"];
const told = async <T>(...args: readonly string[]) =>
  JSON.parse(await billing(...args, ...by, "--json")) as T;

async function rowsOf<Row>(query: string): Promise<Row[]> {
  return (await portal.database.pool.query(query)).rows;
}

const ledgerOf = async (where: string) =>
  Object.fromEntries(
    (
      await rowsOf<{ account: string; yen: number }>(
        `select account, sum(amount)::int as yen from portal.ledger_entry entry
           join portal.ledger_posting posting on posting.id = entry.posting_id
         where ${where} group by 1`,
      )
    ).map(({ account, yen }) => [account, yen]),
  );

test("a month is billed, refunded, written out, exported and closed, to the yen of the ledger", async () => {
  const states = (table: string) => rowsOf<{ state: string }>(`select state from portal.${table}`);
  const paid = Array(members).fill({ state: "paid" });
  await vi.waitFor(async () => expect(await states("invoice")).toEqual(paid), 60_000);
  const refund = ["refund", "SK-00000001", "--reason", "障害のため"];
  expect(await told(...refund)).toEqual({ invoice: "SK-00000001", amount: 11_000 });
  setClock("2026-01-31T16:00:00Z");
  await vi.waitFor(
    async () => expect(await states("refund")).toEqual([{ state: "succeeded" }]),
    60_000,
  );

  // The month's documents: a file on the disk, for its owner alone.
  const out = join(folder, "documents");
  const written = await told<{ count: number; files: string[] }>("documents", month, "--out", out);
  expect(written).toMatchObject({
    month,
    count: members + 1,
    files: ["documents-2026-02-001.zip"],
  });
  expect(await readdir(out)).toEqual(written.files);
  const file = join(out, written.files[0] ?? "");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const zip = unzipSync(await readFile(file));
  const index = accountingRows(Buffer.from(zip["索引.csv"] ?? []).toString("utf8"));
  expect(index.map(({ 番号 }) => 番号)).toEqual(
    [1, 2, 3, 4].map((number) => `SK-0000000${number}`),
  );
  const kept = await rowsOf<{ sha256: string }>("select sha256 from portal.invoice_document");
  for (const row of index) {
    const pdf = zip[row.ファイル名 ?? ""] ?? new Uint8Array();
    expect(createHash("sha256").update(pdf).digest("hex")).toBe(row["SHA-256"]);
    expect(kept.map(({ sha256 }) => sha256)).toContain(row["SHA-256"]);
    expect(row.ファイル名).toMatch(/^20260201_11000_関守商店(_SK-\d{8})?\.pdf$/);
  }
  const sold = index.reduce((sum, row) => sum + (row.元の請求書 ? -1 : 1) * Number(row.金額), 0);
  const books = await ledgerOf("posted_on < '2026-03-01'");
  expect(sold).toBe(22_000);
  expect((books.revenue ?? 0) + (books.tax ?? 0)).toBe(-sold);
  await expect(told("documents", month, "--out", out)).rejects.toThrow("EEXIST");

  // The same documents by date, amount and counterparty.
  const find = async (...search: readonly string[]) =>
    (await told<{ documents: { number: string }[] }>("find", ...search)).documents.map(
      ({ number }) => number,
    );
  expect(await find("--from", "2026-02-01", "--to", "2026-02-28", "--party", "関守")).toEqual(
    index.map(({ 番号 }) => 番号),
  );
  expect(await find("--least", "11001")).toEqual([]);

  // The nights of the month go by: each is held against the payment company's ledger.
  const early = told("close", month).catch(({ stderr }: { stderr: string }) => stderr);
  expect(await early).toContain("days not held against the payment company's ledger: 1");
  setClock("2026-03-01T01:00:00Z");
  await vi.waitFor(async () => {
    expect(await rowsOf("select from portal.reconciliation where day = '2026-02-28'")).toHaveLength(
      1,
    );
    expect(await rowsOf("select from portal.invoice where issued_on = '2026-03-01'")).toHaveLength(
      members,
    );
  }, 60_000);
  const ledger = await ledgerOf("posted_on < '2026-03-01'");
  const closed = await told<{ balances: Record<string, number> }>("close", month);
  expect(withoutZeros(closed.balances)).toEqual(withoutZeros(ledger));
  expect(await billing("month", month)).toMatch(/Nothing differs\.\nClosed at .+ by Sato\./);
  const again = await told("close", month).catch(({ stderr }: { stderr: string }) => stderr);
  expect(again).toBe("2026-02 is closed already.\n");

  // Both accounting files of the closed month come to its balances, account by account.
  const filed = withoutZeros(filedAccounts(closed.balances));
  expect(filed).toMatchObject({ 売上高: -sold });
  const freee = await billing("export", month, "--format", "freee", ...by);
  const journal = await billing("export", month, "--format", "moneyforward", ...by);
  expect(withoutZeros(freeeAccounts(freee))).toEqual(filed);
  expect(withoutZeros(moneyForwardAccounts(journal))).toEqual(filed);
});

test("a refund of which nobody knows whether it was made is on the month's screen until it is released", async () => {
  const [row] = await rowsOf<{ id: string; contract: string }>(`
    insert into portal.refund (id, invoice_id, attempt_id, amount, reason, operator,
      idempotency_key, state, created_at, sent_at)
    select gen_random_uuid(), invoice.id, attempt.id, 1000, 'Goodwill', 'Sato', gen_random_uuid(),
      'created', '2026-02-27T03:00:00Z', '2026-02-27T03:00:00Z'
    from portal.invoice join portal.charge_attempt as attempt on attempt.invoice_id = invoice.id
    where invoice.number = 2 and attempt.state = 'succeeded'
    returning id, (select contract_id from portal.invoice where number = 2) as contract`);
  if (row === undefined) throw new Error("no refund");
  const { id, contract } = row;
  setClock("2026-03-01T02:00:30Z");
  const states = () =>
    rowsOf(`
      select refund.state, parked.reason from portal.refund
      left join portal.parked_contract as parked on parked.contract_id = '${contract}'
      where refund.id = '${id}'`);
  const parked = [{ state: "created", reason: "unknown-refund" }];
  await vi.waitFor(async () => expect(await states()).toEqual(parked), 90_000);
  const shown = { refund: id, invoice: "SK-00000002", contract, amount: 1_000 };
  const seen = JSON.parse(await billing("month", "2026-03", "--json")) as Record<string, unknown>;
  const sentAt = "2026-02-27T03:00:00.000Z";
  expect(seen.unknownRefunds).toEqual([{ ...shown, sentAt, isReleased: false }]);
  const line = `¥1,000 of SK-00000002, refund ${id}: unknown since ${sentAt}`;
  expect(await billing("month", "2026-03")).toContain(`${line}\n`);

  await billing("release", contract, ...by, "--dry-run");
  expect(await states()).toEqual(parked);
  const released = await told("release", contract);
  expect(released).toEqual({ contract, reason: "unknown-refund" });
  expect(await billing("month", "2026-03")).toContain(`${line}, released\n`);
  setClock("2026-03-01T02:05:30Z");
  const over = [{ state: "cancelled", reason: null }];
  await vi.waitFor(async () => expect(await states()).toEqual(over), 90_000);
  const again = ["refund", "SK-00000002", "--amount", "1000", "--reason", "Goodwill"];
  expect(await told(...again)).toEqual({ invoice: "SK-00000002", amount: 1_000 });
});
