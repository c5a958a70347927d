import { randomBytes } from "node:crypto";
import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { capturedLog } from "@sekimori/kit-development/testing/sample-server";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type MovableClock, movableClock } from "../clock/clock.ts";
import { transaction } from "../database/database.ts";
import { type JobWorker, startWorker } from "../jobs/jobs.ts";
import { createSealer, parseKeyring } from "../sealing/sealing.ts";
import { details, paragraph, UnwrittenMail } from "./letter/letter.ts";
import {
  createMailQueue,
  type Enclose,
  type Mail,
  type Mailer,
  retryDelay,
  smtpMailer,
} from "./mail.ts";

const sealer = createSealer(parseKeyring(`k1:${randomBytes(32).toString("base64")}`));
const mail = {
  to: "hanako@example.jp",
  subject: "確認コード",
  text: "コードは 123456 です。",
  html: "<p>コードは <b>123456</b> です。</p>",
  locale: "ja",
} as const;

/** A mail server on the loopback address whose answers the test sets. */
async function mailServer(answer: () => { code: number } | undefined) {
  const received: Email[] = [];
  let notify: () => void = () => undefined;
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    onData(stream, _session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const refusal = answer();
        if (refusal) {
          callback(Object.assign(new Error("no"), { responseCode: refusal.code }));
          return;
        }
        received.push(await PostalMime.parse(Buffer.concat(chunks)));
        callback();
        notify();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    received,
    url: `smtp://127.0.0.1:${port}`,
    until: (count: number) =>
      new Promise<Email[]>((resolve) => {
        notify = () => {
          if (received.length >= count) resolve(received);
        };
        notify();
      }),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

let database: TestDatabase<unknown>;
let clock: MovableClock;
let worker: JobWorker | undefined;
let mailer: Mailer | undefined;
let close: (() => Promise<void>) | undefined;
const log = capturedLog();

beforeEach(async () => {
  database = await createTestDatabase([]);
  clock = movableClock();
});
afterEach(async () => {
  await worker?.stop();
  mailer?.close();
  await close?.();
  worker = undefined;
  mailer = undefined;
  close = undefined;
  await database.close();
});

const queue = () => createMailQueue({ sealer, from: "Sekimori <no-reply@portal.example>", clock });

async function work(url: string): Promise<void> {
  mailer = smtpMailer({ url, requireTls: false });
  worker = await startWorker({
    database,
    jobs: [queue().sendJob(database.db, mailer)],
    clock,
    logger: log.logger,
  });
}

interface Row {
  readonly state: string;
  readonly attempts: number;
  readonly erased: boolean;
  readonly last_problem: string | null;
}

/** The outbox once `isDone` holds; jobs finish a moment after the mail server has answered. */
async function outboxWhen(isDone: (row: Row) => boolean): Promise<Row> {
  for (;;) {
    const { rows } = await database.pool.query<Row>(
      "select state, attempts, sealed is null as erased, last_problem from kit.mail_outbox",
    );
    if (rows[0] && isDone(rows[0])) return rows[0];
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test("a server that offers no TLS gets no mail where TLS is required", async () => {
  const server = await mailServer(() => undefined);
  close = server.close;
  mailer = smtpMailer({ url: server.url, requireTls: true });
  const { to, subject, text, html, locale } = mail;
  const sending = mailer.send({
    from: "Sekimori <no-reply@portal.example>",
    messageId: "<1@portal.example>",
    language: locale,
    to,
    subject,
    text,
    html,
  });
  await expect(sending).rejects.toThrow();
  expect(server.received).toEqual([]);
});

describe("a mail with an enclosure", () => {
  const sent: Mail[] = [];
  const keeping: Mailer = {
    async send(one) {
      sent.push(one);
    },
    close: () => undefined,
  };

  async function startWith(enclose: Enclose): Promise<void> {
    const jobs = [queue().sendJob(database.db, keeping, enclose)];
    worker = await startWorker({ database, jobs, clock, logger: log.logger, concurrency: 1 });
  }

  beforeEach(() => {
    sent.length = 0;
  });

  test("has it made when it is sent, and is tried again when that fails", async () => {
    const asked: string[][] = [];
    await transaction(database.db, (tx) => queue().queueMail(tx, { ...mail, enclosures: ["a:1"] }));
    await startWith(async (name, locale) => {
      asked.push([name, locale]);
      if (asked.length === 1) throw new Error("no room");
      return { filename: "a.pdf", contentType: "application/pdf", content: Buffer.from("A") };
    });
    const tried = await outboxWhen(({ attempts }) => attempts === 1);
    expect([tried.state, sent]).toEqual(["queued", []]);
    await database.pool.query(
      "update graphile_worker._private_jobs set run_at = now() - interval '1 second'",
    );
    await outboxWhen(({ state }) => state === "sent");
    expect(asked).toEqual([
      ["a:1", mail.locale],
      ["a:1", mail.locale],
    ]);
    expect(sent.map(({ attachments }) => attachments?.map((file) => String(file.content)))).toEqual(
      [["A"]],
    );
  });

  test("waits for every other when it is one of many", async () => {
    const queued = (subject: string, isBulk: boolean) =>
      transaction(database.db, (tx) => queue().queueMail(tx, { ...mail, subject, isBulk }));
    await queued("one of many", true);
    await queued("another of many", true);
    await queued("a code", false);
    await startWith(async () => undefined);
    await expect.poll(() => sent.length).toBe(3);
    expect(sent[0]?.subject).toBe("a code");
  });
});

describe("a queued mail", () => {
  test("is sealed at rest, arrives in both forms, and is erased", async () => {
    const server = await mailServer(() => undefined);
    close = server.close;
    const headers = { "List-Unsubscribe": "<https://portal.example/u>" };
    const content = Buffer.from("%PDF-1.7 請求書", "utf8");
    const attachments = [{ filename: "請求書.pdf", contentType: "application/pdf", content }];
    const id = await database.db
      .transaction()
      .execute((tx) => queue().queueMail(tx, { ...mail, headers, attachments }));
    const { rows } = await database.pool.query("select * from kit.mail_outbox");
    expect(Buffer.isBuffer(rows[0].sealed)).toBe(true);
    expect(rows[0].sealed.includes("123456")).toBe(false);
    expect(JSON.stringify(rows)).not.toContain("hanako");

    await work(server.url);
    const [received] = await server.until(1);
    expect(received).toMatchObject({
      from: { name: "Sekimori", address: "no-reply@portal.example" },
      to: [{ address: "hanako@example.jp" }],
      subject: "確認コード",
      messageId: `<${id}@portal.example>`,
    });
    expect(received?.text?.trim()).toBe(mail.text);
    expect(received?.html?.trim()).toBe(mail.html);
    const headerOf = (name: string) => received?.headers.find(({ key }) => key === name)?.value;
    expect(headerOf("auto-submitted")).toBe("auto-generated");
    expect(headerOf("content-language")).toBe("ja");
    expect(headerOf("list-unsubscribe")).toBe("<https://portal.example/u>");
    const [file, ...others] = received?.attachments ?? [];
    expect(others).toEqual([]);
    expect(file).toMatchObject({ filename: "請求書.pdf", mimeType: "application/pdf" });
    expect(Buffer.from(file?.content as ArrayBuffer)).toEqual(content);
    expect(await outboxWhen(({ state }) => state === "sent")).toMatchObject({ erased: true });
  });

  test("waits as a letter, far shorter than the page that is sent", async () => {
    const server = await mailServer(() => undefined);
    close = server.close;
    const letter = {
      locale: "ja",
      brandName: "Sekimori",
      subject: "お支払いを確認しました",
      recipient: { familyName: "山田", givenName: "花子", organisation: undefined },
      blocks: [paragraph("領収書はこちらです。"), details([["金額", "11,000円"]])],
      foot: ["Sekimori"],
    } as const;
    const written = new UnwrittenMail(letter);
    await queue().queueMail(database.db, { to: mail.to, locale: "ja", ...written });
    const { rows } = await database.pool.query("select length(sealed) as n from kit.mail_outbox");
    expect(rows[0].n).toBeLessThan(1_000);
    expect(written.html.length).toBeGreaterThan(4_000);
    await work(server.url);
    const [received] = await server.until(1);
    expect(received?.subject).toBe("【Sekimori】お支払いを確認しました");
    expect(received?.text?.trim()).toBe(written.text.trim());
    expect(received?.html?.trim()).toBe(written.html);
    const smuggled = new UnwrittenMail({ ...letter, subject: "a\r\nBcc: b@example.jp" });
    const queued = queue().queueMail(database.db, { to: mail.to, locale: "ja", ...smuggled });
    await expect(queued).rejects.toThrow("line break");
  });

  test("is none when its transaction is undone", async () => {
    const undone = database.db.transaction().execute(async (tx) => {
      await queue().queueMail(tx, mail);
      throw new Error("no");
    });
    await expect(undone).rejects.toThrow("no");
    const { rows } = await database.pool.query("select from kit.mail_outbox");
    expect(rows).toEqual([]);
  });

  test("is tried again after a temporary refusal, with the same Message-ID", async () => {
    let refusals = 0;
    const server = await mailServer(() => (refusals++ === 0 ? { code: 451 } : undefined));
    close = server.close;
    const id = await queue().queueMail(database.db, mail);
    await work(server.url);
    expect(await outboxWhen(({ attempts }) => attempts === 1)).toMatchObject({
      state: "queued",
      erased: false,
    });
    clock.advance(60_000);
    const [received] = await server.until(1);
    expect(received?.messageId).toBe(`<${id}@portal.example>`);
    expect(await outboxWhen(({ state }) => state === "sent")).toMatchObject({ attempts: 2 });
  });

  test("survives a mail server that is not there", async () => {
    const server = await mailServer(() => undefined);
    await server.close();
    await queue().queueMail(database.db, mail);
    await work(server.url);
    const row = await outboxWhen(({ attempts }) => attempts === 1);
    expect(row).toMatchObject({ state: "queued", erased: false });
    expect(row.last_problem).toMatch(/ESOCKET|ECONNREFUSED|ECONNECTION/);
  });

  test("is recorded as refused after a permanent refusal, and erased", async () => {
    const server = await mailServer(() => ({ code: 550 }));
    close = server.close;
    await queue().queueMail(database.db, mail);
    await work(server.url);
    expect(await outboxWhen(({ state }) => state !== "queued")).toMatchObject({
      state: "refused",
      erased: true,
      last_problem: "The mail server answered 550.",
    });
    expect(log.text()).not.toContain("hanako");
  });

  test("expires after five days of trying", async () => {
    const server = await mailServer(() => ({ code: 421 }));
    close = server.close;
    await queue().queueMail(database.db, mail);
    clock.advance(6 * 86_400_000);
    await work(server.url);
    expect(await outboxWhen(({ state }) => state !== "queued")).toMatchObject({
      state: "expired",
      erased: true,
    });
  });
});

describe("what could smuggle is refused before it is stored", () => {
  test.each([
    ["a quoted local part", { to: '"a@evil.example, b"@example.jp' }],
    ["two addresses", { to: "a@example.jp, b@example.jp" }],
    ["a name and an address", { to: "A <a@example.jp>" }],
    ["a line break in the address", { to: "a@example.jp\r\nBcc: b@example.jp" }],
    ["a line break in the subject", { subject: "Hi\r\nBcc: b@example.jp" }],
    ["a line break in a header", { headers: { "X-A": "1\nBcc: b@example.jp" } }],
    [
      "a line break in a file's name",
      {
        attachments: [
          { filename: "a\r\nX-A: 1", contentType: "text/plain", content: Buffer.from("a") },
        ],
      },
    ],
    ["a colon in a header's name", { headers: { "X-A: 1\nBcc": "b@example.jp" } }],
  ])("%s", async (_, change) => {
    await expect(queue().queueMail(database.db, { ...mail, ...change })).rejects.toThrow(
      /address|header/,
    );
    const { rows } = await database.pool.query("select from kit.mail_outbox");
    expect(rows).toEqual([]);
  });
});

test("tries come ever later, at most five minutes apart", () => {
  expect([1, 2, 3, 6, 7, 50].map(retryDelay)).toEqual([
    5_000, 10_000, 20_000, 160_000, 300_000, 300_000,
  ]);
});

test("a mail whose end is held back is not delivered, and the next one is", async () => {
  const server = await mailServer(() => undefined);
  close = server.close;
  mailer = smtpMailer({ url: server.url, requireTls: false });
  const given: Mail = {
    ...mail,
    from: "a@example.jp",
    messageId: "<1@example.jp>",
    language: "ja",
  };
  const held = new Error("the job is another's");
  await expect(mailer.send(given, () => Promise.reject(held))).rejects.toBe(held);
  await mailer.send({ ...given, subject: "after it" }, async () => undefined);
  expect((await server.until(1)).map(({ subject }) => subject)).toEqual(["after it"]);
});
