import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { createTransport, type SendMailOptions, type Transporter } from "nodemailer";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { sandboxMigrations } from "../migrations/migrations.ts";
import { startTestSandbox, type TestSandbox } from "../testing/test-sandbox.ts";
import { mailSentinels, sentinelOf } from "./mail-sentinels.ts";

let database: TestDatabase<unknown>;
let running: TestSandbox;
let transport: Transporter;

beforeAll(async () => {
  database = await createTestDatabase(sandboxMigrations);
  running = await startTestSandbox(database);
  transport = createTransport({ host: "127.0.0.1", port: running.smtpPort, ignoreTLS: true });
});

afterAll(async () => {
  transport.close();
  await running.sandbox.stop();
  await database.close();
});

beforeEach(async () => {
  await fetch(`${running.origin}/mailbox/messages`, { method: "DELETE" });
});

const feed = z.object({
  messages: z.array(
    z.object({
      id: z.number(),
      received_at: z.iso.datetime(),
      from: z.string(),
      to: z.array(z.string()),
      subject: z.string(),
      text: z.string(),
      html: z.string(),
      headers: z.record(z.string(), z.string()),
      attachments: z.array(
        z.object({ filename: z.string(), mime_type: z.string(), size: z.number() }),
      ),
    }),
  ),
});

async function messages(query = "") {
  const response = await fetch(`${running.origin}/mailbox/messages?${query}`);
  return feed.parse(await response.json()).messages;
}

const page = async (path: string, locale = "en") =>
  await (
    await fetch(`${running.origin}${path}`, { headers: { "accept-language": locale } })
  ).text();

async function send(mail: SendMailOptions) {
  await transport.sendMail({ from: "関守 <noreply@sekimori.example>", text: "本文", ...mail });
}

describe("the feed", () => {
  it("gives a mail parsed, with Japanese intact", async () => {
    await send({
      to: "Hanako@Example.com",
      bcc: "hidden@example.com",
      subject: "確認コードのお知らせ — とても長い件名でも途中で切れたり文字化けしたりしません",
      text: "コードは 123456 です。\n",
      html: "<p>コードは <b>123456</b> です。</p>",
      headers: { "X-Sekimori-Mail": "sign-up-code" },
      attachments: [{ filename: "請求書.txt", content: "100" }],
    });
    const [mail, ...others] = await messages();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      from: "noreply@sekimori.example",
      to: ["hanako@example.com", "hidden@example.com"],
      subject: "確認コードのお知らせ — とても長い件名でも途中で切れたり文字化けしたりしません",
      text: "コードは 123456 です。\n",
      attachments: [{ filename: "請求書.txt", mime_type: "text/plain", size: 3 }],
    });
    expect(mail?.html.trim()).toBe("<p>コードは <b>123456</b> です。</p>");
    expect(mail?.headers["x-sekimori-mail"]).toBe("sign-up-code");
    expect(mail?.headers.from).toBe("関守 <noreply@sekimori.example>");
    expect(JSON.stringify(mail?.headers)).not.toContain("hidden@example.com");
  });

  it("filters by recipient and by id, newest first", async () => {
    await send({ to: "a@example.com", subject: "1" });
    await send({ to: ["a@example.com", "b@example.com"], subject: "2" });
    await send({ to: "b+tag@example.com", subject: "3" });
    const subjects = async (query: string) => (await messages(query)).map(({ subject }) => subject);
    expect(await subjects("")).toEqual(["3", "2", "1"]);
    expect(await subjects("to=A@EXAMPLE.com")).toEqual(["2", "1"]);
    expect(await subjects("to=example.com")).toEqual([]);
    expect(await subjects("to=b%2Btag@example.com")).toEqual(["3"]);
    expect(await subjects("search=b")).toEqual(["3", "2"]);
    expect(await subjects("search=%25")).toEqual([]);
    expect(await subjects("limit=1")).toEqual(["3"]);
    const first = (await messages("to=a@example.com")).at(-1);
    expect(await subjects(`after=${first?.id}`)).toEqual(["3", "2"]);
    expect((await fetch(`${running.origin}/mailbox/messages?limit=x`)).status).toBe(400);
  });

  it("waits for a mail that is yet to come", async () => {
    await send({ to: "other@example.com" });
    const waiting = messages("to=late@example.com&wait=20000");
    await send({ to: "other@example.com" });
    await send({ to: "late@example.com", subject: "at last" });
    expect((await waiting).map(({ subject }) => subject)).toEqual(["at last"]);
    expect(await messages("to=never@example.com&wait=20")).toEqual([]);
  });

  it("stamps mails with the sandbox's time", async () => {
    running.clock.set(new Date("2031-04-01T00:00:00Z"));
    await send({ to: "future@example.com" });
    expect((await messages())[0]?.received_at).toMatch(/^2031-04-01T00:00/);
    running.clock.reset();
  });

  it("deletes one, a recipient's, or all", async () => {
    await send({ to: "a@example.com" });
    await send({ to: "b@example.com" });
    await send({ to: "c@example.com" });
    const remove = async (path: string) =>
      await (await fetch(`${running.origin}${path}`, { method: "DELETE" })).json();
    const [newest] = await messages();
    expect(await remove(`/mailbox/messages/${newest?.id}`)).toEqual({ deleted: 1 });
    expect(await remove("/mailbox/messages?to=a@example.com")).toEqual({ deleted: 1 });
    expect((await messages()).map(({ to }) => to)).toEqual([["b@example.com"]]);
    expect(await remove("/mailbox/messages")).toEqual({ deleted: 1 });
  });

  it("gives the source as plain text", async () => {
    await send({ to: "a@example.com", html: "<script>1</script>" });
    const [mail] = await messages();
    const response = await fetch(`${running.origin}/mailbox/messages/${mail?.id}/raw`);
    expect(response.headers.get("content-type")).toContain("text/plain");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(await response.text()).toMatch(/^From: /m);
  });
});

describe("misbehaving addresses", () => {
  it.each([
    ["hanako+bounce@example.com", 550],
    ["hanako+BOUNCE@example.com", 550],
    ["hanako+full@example.jp", 552],
    ["hanako+tempfail@example.com", 451],
  ])("%s is refused with %d every time", async (to, code) => {
    for (const _ of [1, 2]) {
      await expect(send({ to })).rejects.toMatchObject({ responseCode: code });
    }
    expect(await messages()).toEqual([]);
  });

  it("greylisting puts off once", async () => {
    const to = "hanako+greylist@example.com";
    await expect(send({ to })).rejects.toMatchObject({ responseCode: 451 });
    await send({ to });
    await send({ to });
    expect(await messages()).toHaveLength(2);
  });

  it("a lost mail is taken and never arrives", async () => {
    await send({ to: ["hanako+lost@example.com", "taro@example.com"] });
    expect((await messages()).map(({ to }) => to)).toEqual([["taro@example.com"]]);
  });

  it.each(["bounce@example.com", "a+bouncer@example.com", "a+bounce.b@example.com", "a@+bounce"])(
    "%s is none",
    (address) => expect(sentinelOf(address)).toBeUndefined(),
  );
});

describe("the pages", () => {
  it("list, show and delete a mail without trusting it", async () => {
    await send({
      to: "a@example.com",
      subject: `<img src=x onerror="alert(1)">`,
      text: "See https://localhost/confirm?code=1&x=<b> now",
      html: `<script>alert(1)</script><p>Hi</p>`,
    });
    const [mail] = await messages();
    const path = `/mailbox/${mail?.id}`;
    const list = await page("/mailbox");
    expect(list).toContain("&lt;img src=x");
    expect(list).not.toContain("<img");
    const shown = await page(path);
    expect(shown).toContain('href="https://localhost/confirm?code=1&amp;x="');
    expect(shown).not.toContain("<script>alert");
    expect(shown).toMatch(/<iframe[^>]+sandbox="allow-popups allow-popups-to-escape-sandbox"/);
    const inner = await fetch(`${running.origin}${path}/html`);
    const policy = inner.headers.get("content-security-policy");
    expect(policy).toMatch(/^sandbox [^;]*;/);
    expect(policy).not.toContain("allow-scripts");
    expect(policy).toContain("default-src 'none'");
    await fetch(`${running.origin}${path}/delete`, { method: "POST" });
    expect(await messages()).toEqual([]);
    expect((await fetch(`${running.origin}${path}`)).status).toBe(404);
  });

  it("search by recipient, in both languages", async () => {
    await send({ to: "a@example.com", subject: "first" });
    await send({ to: "b@example.com", subject: "second" });
    const found = await page("/mailbox?search=b%40ex");
    expect(found).toContain("second");
    expect(found).not.toContain("first");
    expect(await page("/mailbox", "ja")).toContain("メールボックス");
  });

  it("show every misbehaving address", async () => {
    for (const tag of Object.keys(mailSentinels))
      expect(await page("/mailbox")).toContain(`+${tag}@`);
  });
});
