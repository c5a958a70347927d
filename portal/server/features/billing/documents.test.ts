import { createHash, randomUUID } from "node:crypto";
import { listInvoices, verifyInvoice } from "@sekimori/portal-contract/endpoints/invoice";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { unzipSync } from "fflate";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newMember, signUpTo } from "../../testing/members.ts";
import { agree, cards, password, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { monthDocuments } from "../operator/month-documents.ts";
import { collectPayments, runBilling } from "./billing-run.ts";
import { documentName } from "./documents-zip.ts";
import { invoiceDocument } from "./invoice-documents.ts";
import { invoicePdf } from "./invoice-pdf.ts";
import { type InvoiceSnapshot, openSnapshot, recipientOf } from "./invoice-snapshot.ts";
import { issueInvoices } from "./issue-invoices.ts";
import { RefundRefused, refundInvoice } from "./refund-service.ts";

let portal: TestPortal;
let email: string;
const browserOf = () => portal.browser();
let browser: ReturnType<typeof browserOf>;

beforeAll(async () => {
  portal = await startTestPortal({}, { scheduled: false });
  portal.clock.set(new Date("2026-11-20T03:00:00Z"));
  portal.sandbox.clock.set(new Date("2026-11-20T03:00:00Z"));
  browser = browserOf();
  ({ email } = await signUpTo(portal, browser, "account", { plan: "detailed" }));
  await submitCard(portal, browser, cards.success);
  await agree(browser);
  for (const month of ["2027-01", "2027-02", "2027-03"]) {
    portal.clock.set(new Date(`${month}-01T03:00:00Z`));
    await runBilling(portal.context, `${month}-01`);
  }
  await collectPayments(portal.context);
  await browser.call(signIn, { body: { email, password, locale: "en" } });
});
afterAll(() => portal.close());

async function textOf(pdf: Uint8Array): Promise<string> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const opened = await task.promise;
  const page = await opened.getPage(1);
  const { items } = await page.getTextContent();
  await task.destroy();
  return items.map((item) => ("str" in item ? item.str : "")).join(" ");
}

const made = {
  proof: { hash: "0".repeat(64), page: "http://localhost/verify-invoice" },
  payment: null,
};

const squeezed = (text: string) => text.replace(/\s+/g, "");

describe("the list", () => {
  test.each([
    ["everything", {}, 3],
    ["from a day", { from: "2027-02-01" }, 2],
    ["up to a day", { to: "2027-01-31" }, 1],
    ["a stretch of time", { from: "2027-02-01", to: "2027-02-28" }, 1],
    ["an amount", { least: 11_000, most: 11_000 }, 3],
    ["another amount", { least: 11_001 }, 0],
    ["the recipient", { text: "関守商店" }, 3],
    ["the issuer, in other letters", { text: "ｓｅｋｉｍｏｒｉ sample" }, 3],
    ["nobody", { text: "他の会社" }, 0],
    ["days and an amount", { from: "2027-02-01", most: 11_000 }, 2],
    ["days and another amount", { from: "2027-02-01", most: 10_999 }, 0],
    ["days and a name", { to: "2027-02-28", text: "関守商店" }, 2],
    ["an amount and a name", { least: 11_000, text: "関守商店" }, 3],
    ["an amount and nobody's name", { least: 11_000, text: "他の会社" }, 0],
    ["a number", { text: "SK-00000002" }, 1],
    ["all together", { from: "2027-03-01", least: 1, text: "関守" }, 1],
  ] as const)("finds by %s", async (_by, query, count) => {
    const { invoices } = await browser.call(listInvoices, { query });
    expect(invoices).toHaveLength(count);
  });

  test("shows nobody else's", async () => {
    const other = portal.browser();
    await newMember(portal, other);
    expect((await other.call(listInvoices, { query: {} })).invoices).toEqual([]);
    const { invoices } = await browser.call(listInvoices, { query: {} });
    const foreign = await other.request({ url: `/v1/invoices/${invoices[0]?.id}/en.pdf` });
    expect(foreign.status).toBe(404);
    const stranger = await portal
      .browser()
      .request({ url: `/v1/invoices/${invoices[0]?.id}/en.pdf` });
    expect(stranger.status).toBe(401);
  });
});

describe("a document", () => {
  test.each([
    [
      "ja",
      [
        "適格請求書",
        "T7000012050002",
        "関守商店山本 花子 様",
        "11,000円",
        "うち消費税（10%）",
        "1,000円",
        "適格請求書 兼 領収書",
        "お支払い：2027年1月1日　クレジットカード（Visa 末尾 1003）　領収済み",
      ],
    ],
    [
      "en",
      [
        "Qualified invoice and receipt",
        "T7000012050002",
        "関守商店",
        "¥11,000",
        "¥1,000",
        "Paid on 2027/01/01 by credit card (Visa ending in 1003)",
      ],
    ],
  ] as const)(
    "in %s reads back what the snapshot says, and stays the same to the byte",
    async (locale, parts) => {
      const { invoices } = await browser.call(listInvoices, { query: { to: "2027-01-31" } });
      const [invoice] = invoices;
      const url = `/v1/invoices/${invoice?.id}/${locale}.pdf`;
      const fetched = await portal.app.inject({
        url,
        headers: {
          cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        },
      });
      expect(fetched.headers["content-type"]).toBe("application/pdf");
      const text = squeezed(await textOf(fetched.rawPayload));
      for (const part of [...parts, invoice?.number ?? ""]) expect(text).toContain(squeezed(part));
      const again = await portal.app.inject({
        url,
        headers: {
          cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        },
      });
      expect(again.rawPayload.equals(fetched.rawPayload)).toBe(true);

      const fileHash = createHash("sha256").update(fetched.rawPayload).digest("hex");
      const printed = /SHA-256[)）][:：]([0-9a-f]{64})/.exec(text)?.[1] ?? "";
      const stranger = portal.browser();
      const check = async (number: string, hash: string) =>
        (await stranger.call(verifyInvoice, { body: { number, hash } })).genuine;
      const number = invoice?.number ?? "";
      expect(await check(number, fileHash)).toBe(true);
      expect(await check(number, printed)).toBe(true);
      expect(await check("SK-00000002", fileHash)).toBe(false);
      expect(await check(number, "0".repeat(64))).toBe(false);
      expect(await check("nonsense", fileHash)).toBe(false);
    },
  );

  test("comes with the mail that tells of its payment, to the byte, in the mail's language", async () => {
    const told = () => portal.mails.to(email).filter(({ subject }) => /received/.test(subject));
    await expect.poll(() => told().length).toBe(3);
    const row = await portal.database.db
      .selectFrom("portal.invoice")
      .selectAll()
      .where("number", "=", "2")
      .executeTakeFirstOrThrow();
    const mail = told().find(({ text }) => text.includes("SK-00000002"));
    expect(mail?.attachments).toHaveLength(1);
    const [file] = mail?.attachments ?? [];
    expect(file).toMatchObject({ contentType: "application/pdf" });
    expect(file?.filename).toMatch(/^20270201_11000_.+\.pdf$/);
    expect(file?.content.equals(await invoiceDocument(portal.context, row, "en"))).toBe(true);
  });

  test("in English addresses its recipient as English letters do; one of before is set as it was", async () => {
    const row = await portal.database.db
      .selectFrom("portal.invoice")
      .select(["id", "snapshot"])
      .where("number", "=", "1")
      .executeTakeFirstOrThrow();
    const snapshot = openSnapshot(portal.context.sealer, row.id, row.snapshot ?? Buffer.alloc(0));
    const { inEnglish, ...before } = snapshot.recipient;
    const { name, postalCode, address } = before;
    // In Japanese letters both keep their order.
    expect(inEnglish).toEqual({ name, address: [`〒${postalCode} ${address.ja}`, "Japan"] });
    const read = async (recipient: InvoiceSnapshot["recipient"]) =>
      squeezed(await textOf(await invoicePdf({ ...snapshot, recipient }, "en", made)));
    const letter = [inEnglish?.name ?? "", ...(inEnglish?.address ?? [])].join("");
    expect(await read(snapshot.recipient)).toContain(squeezed(letter));
    expect(await read(before)).toContain(squeezed(`${name}${address.en} ${postalCode}`));
  });

  test("in English turns a name and an address in Latin letters round", () => {
    const recipient = recipientOf({
      userType: "2",
      firstName: "Emma",
      lastName: "Schmidt",
      postalCode: "1000005",
      addrState: "13",
      addrCity: "Chiyoda-ku",
      addrLine1: "1-1-1 Marunouchi",
      addrLine2: "3F",
    });
    expect(recipient.inEnglish).toEqual({
      name: "Emma Schmidt",
      address: ["3F", "1-1-1 Marunouchi, Chiyoda-ku", "Tokyo 100-0005, Japan"],
    });
  });

  test("names no qualified invoice without a registration number, and explains a late charge", async () => {
    const row = await portal.database.db
      .selectFrom("portal.invoice")
      .select(["id", "snapshot"])
      .where("number", "=", "1")
      .executeTakeFirstOrThrow();
    const snapshot = openSnapshot(portal.context.sealer, row.id, row.snapshot ?? Buffer.alloc(0));
    const plain: InvoiceSnapshot = {
      ...snapshot,
      issuer: { ...snapshot.issuer, registration: null },
      lines: [
        ...snapshot.lines,
        { kind: "late-charge", number: "SK-00000009", principal: 11_000, days: 7, amount: 30 },
      ],
      lateCharge: 30,
      total: 11_030,
    };
    const text = squeezed(await textOf(await invoicePdf(plain, "ja", made)));
    expect(text).not.toContain("適格");
    // Not paid: no receipt, and nothing said of a card.
    expect(text).not.toContain("領収");
    expect(text).toContain("不課税");
    expect(text).toContain(squeezed("11,000円 × 年14.6% × 7日 ÷ 365"));
    expect(text).toContain("11,030円");
  });
});

describe("documents as one file", () => {
  const zip = async (query: string, of = browser) =>
    portal.app.inject({
      url: `/v1/invoices/documents/ja.zip${query}`,
      headers: {
        cookie: [...of.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      },
    });

  test("are named by date, amount and issuer, with an index that agrees with the files", async () => {
    const answer = await zip("?from=2027-01-01&to=2027-02-28");
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "application/zip"]);
    expect(answer.headers["content-disposition"]).toContain("invoices-2027-01-01-2027-02-01.zip");
    const files = unzipSync(answer.rawPayload);
    const { "索引.csv": index, ...pdfs } = files;
    const issuer = portal.context.settings.providerNameJa;
    expect(Object.keys(pdfs)).toEqual([
      `20270201_11000_${issuer}.pdf`,
      `20270101_11000_${issuer}.pdf`,
    ]);
    const text = Buffer.from(index ?? []).toString("utf8");
    const [head, ...rows] = text.split("\r\n");
    expect(head).toContain("\uFEFFファイル名,番号,");
    const { invoices } = await browser.call(listInvoices, { query: { to: "2027-02-28" } });
    for (const [place, [name, bytes]] of Object.entries(pdfs).entries()) {
      const cells = rows[place]?.split(",") ?? [];
      const hash = createHash("sha256").update(bytes).digest("hex");
      expect(cells.slice(0, 2)).toEqual([name, invoices[place]?.number]);
      expect(cells.slice(5, 7)).toEqual(["11000", "1000"]);
      expect(cells.at(-1)).toBe(hash);
      const body = { number: cells[1] ?? "", hash };
      expect((await portal.browser().call(verifyInvoice, { body })).genuine).toBe(true);
    }
  });

  test("are nobody else's, and none when nothing is found or a date is none", async () => {
    const other = portal.browser();
    await newMember(portal, other);
    expect((await zip("", other)).statusCode).toBe(404);
    expect((await zip("", portal.browser())).statusCode).toBe(401);
    expect((await zip("?from=2030-01-01")).statusCode).toBe(404);
    expect((await zip("?from=yesterday")).statusCode).toBe(400);
  });

  test("have names that every file system takes, in which nothing is hidden", async () => {
    const snapshot = { issuedOn: "2027-01-01", total: 11_000 } as InvoiceSnapshot;
    const name = documentName(snapshot, '..\\a/b:c*?"<>|\u202Etxt.exe\n ');
    expect(name).toBe("20270101_11000_.. a b c txt.exe");
  });
});

describe("a refund", () => {
  test("is never more than was paid, and from 10,000 yen on has a credit note of its own", async () => {
    const { invoices } = await browser.call(listInvoices, { query: { to: "2027-01-31" } });
    const invoiceId = invoices[0]?.id ?? "";
    const request = { invoiceId, reason: "our fault", operator: "Hanako" };
    const more = refundInvoice(portal.context, { ...request, amount: 11_001 });
    await expect(more).rejects.toThrow(RefundRefused);
    const nothing = refundInvoice(portal.context, {
      ...request,
      invoiceId: randomUUID(),
      amount: 1,
    });
    await expect(nothing).rejects.toThrow("not been paid");
    const refund = await refundInvoice(portal.context, { ...request, amount: 10_000 });
    expect(refund.state).toBe("succeeded");
    const told = () => portal.mails.to(email).filter(({ subject }) => /refunded/.test(subject));
    await expect.poll(() => told().length).toBe(1);
    expect(told()[0]?.text).toMatch(/¥10,000[\s\S]*SK-00000001[\s\S]*SK-00000004/);
    const [note] = told()[0]?.attachments ?? [];
    expect(squeezed(await textOf(note?.content ?? Buffer.alloc(0)))).toContain("SK-00000004");
    await expect(refundInvoice(portal.context, { ...request, amount: 1_001 })).rejects.toThrow(
      "Not more than 1000 yen",
    );
    const small = await refundInvoice(portal.context, { ...request, amount: 1_000 });
    expect(small.credit_note).toBeNull();
    await expect.poll(() => told().length).toBe(2);
    expect(told()[1]?.text).toContain("¥1,000");
    expect(told()[1]?.attachments).toBeUndefined();
    const found = await browser.call(listInvoices, { query: { most: 10_000 } });
    expect(found.invoices).toMatchObject([
      { kind: "credit-note", total: 10_000, taxAmount: 909, corrects: "SK-00000001" },
    ]);
  });
});

test("an invoice goes out once it is paid, because it is the receipt too", async () => {
  portal.clock.set(new Date("2027-04-01T03:00:00Z"));
  await issueInvoices(portal.context, "2027-04-01");
  await browser.call(signIn, { body: { email, password, locale: "en" } });
  const query = { from: "2027-04-01" };
  const listed = async () => (await browser.call(listInvoices, { query })).invoices;
  const [invoice] = await listed();
  expect(invoice?.state).toBe("open");
  const open = async () =>
    (await browser.request({ url: `/v1/invoices/${invoice?.id}/ja.pdf` })).status;
  const zip = async () =>
    (await browser.request({ url: "/v1/invoices/documents/ja.zip?from=2027-04-01" })).status;
  const ofMonth = () => monthDocuments(portal.context, { operator: "Sato" }, "2027-04-01", "ja");
  expect([await open(), await zip()]).toEqual([404, 404]);
  await expect(ofMonth()).rejects.toThrow("No invoice of 2027-04 is paid yet.");

  await runBilling(portal.context, "2027-04-01");
  expect((await listed())[0]?.state).toBe("paid");
  expect([await open(), await zip()]).toEqual([200, 200]);
  expect(await ofMonth()).toMatchObject({ count: 1, unpaid: 0 });
});
