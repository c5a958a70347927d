import { randomUUID } from "node:crypto";
import {
  changeAlertChoice,
  changeDigestSubscription,
} from "@sekimori/karte-contract/endpoints/alerts";
import { getContract } from "@sekimori/karte-contract/endpoints/contract";
import { addDomain, changeDomain } from "@sekimori/karte-contract/endpoints/domains";
import { createGroup } from "@sekimori/karte-contract/endpoints/groups";
import { getSite } from "@sekimori/karte-contract/endpoints/site";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import {
  amplePlan,
  startTestKarte,
  type TestKarte,
  type TestPerson,
  type TestWorkspace,
} from "../../testing/test-karte.ts";
import { digestJob, weeklyJob } from "./weekly-digest.ts";

// A Monday at eight in Tokyo, and the one after it.
const due = "2026-11-22T23:00:00.000Z";
const monday = "2026-11-23";
const next = "2026-11-30";

let karte: TestKarte;
let worker: { stop(): Promise<void> };
let workspace: TestWorkspace;
let owner: TestPerson;
let domain: string;

beforeAll(async () => {
  karte = await startTestKarte();
  worker = await karte.work();
});
afterAll(async () => {
  await worker?.stop();
  await karte?.close();
});
beforeEach(async () => {
  karte.clock.set(new Date(due));
  workspace = await karte.workspace();
  owner = workspace.owner;
  domain = (await owner.browser.call(addDomain, { body: { name: "www.example.jp" } })).id;
  await owner.browser.call(getContract, {});
});
afterEach(() => karte.clock.reset());

const query = (text: string, values: unknown[]) => karte.database.owner.pool.query(text, values);

/** A domain that was scanned, and the grade of the workspace on some days. */
async function scanned(where = domain) {
  await query("update karte.domain set last_run_at = $2, score = 75, grade = 2 where id = $1", [
    where,
    due,
  ]);
}

async function grade(day: string, score: number, code: number) {
  await query("insert into karte.workspace_grade values ($1, $2, $3, $4, '3')", [
    workspace.id,
    day,
    score,
    code,
  ]);
}

interface Found {
  readonly at: string;
  readonly host?: string;
  readonly fixedAt?: string;
  readonly dueOn?: string;
}

async function found({ at, host = "www.example.jp", fixedAt, dueOn }: Found, where = domain) {
  const id = randomUUID();
  const report = {
    category: "http",
    place: { host },
    subject: null,
    summary: { ja: "なし", en: "absent" },
    evidence: [],
    unconfirmed: false,
  };
  await query(
    `insert into karte.finding (workspace_id, domain_id, id, key, check_id, category, host, severity,
       state, evidence_digest, first_seen_at, last_seen_at, report, due_on)
     values ($1, $2, $3::uuid, $3::uuid::text, 'http-csp', 4, $4, 2, $5, '', $6, $6, $7,
       coalesce($8::date, 'infinity'))`,
    [workspace.id, where, id, host, fixedAt ? 4 : 2, at, report, dueOn ?? null],
  );
  if (fixedAt) {
    await query(
      `insert into karte.finding_event (workspace_id, domain_id, finding_id, at, kind, reason, to_state)
       values ($1, $2, $3, $4, 'state', 'check-passed', 4)`,
      [workspace.id, where, id, fixedAt],
    );
  }
}

const turn = () => ({ logger: karte.context.logger }) as never;

/** As the clock does on a Monday; the worker writes what is asked for. */
const monday8 = (dueAt = due) => weeklyJob(karte.context).job.perform({ dueAt }, turn());

const write = (person: TestPerson, day = monday) =>
  digestJob(karte.context).perform(
    { workspace: workspace.id, account: person.id, monday: day },
    turn(),
  );

/** In which language somebody is written to. */
async function speaks(person: TestPerson, locale: "ja" | "en") {
  await query("update karte.member set locale = $3 where workspace_id = $1 and account_id = $2", [
    workspace.id,
    person.id,
    locale,
  ]);
}
const mailsTo = (person: TestPerson) => karte.sent.filter(({ to }) => to.includes(person.id));

test("on Monday each member has one, in their language, of the week that has passed", async () => {
  await scanned();
  await grade("2026-11-10", 90, 1);
  await grade("2026-11-20", 75, 2);
  await found({ at: "2026-11-17T03:00:00Z", host: "new.example.jp", dueOn: "2026-12-01" });
  await found({ at: "2026-11-10T03:00:00Z", host: "old.example.jp" });
  await found({ at: "2026-11-01T03:00:00Z", fixedAt: "2026-11-18T03:00:00Z" });
  await speaks(owner, "en");
  await monday8();
  await expect.poll(() => mailsTo(owner).length, { timeout: 20_000 }).toBe(1);
  const [mail] = mailsTo(owner);
  expect(mail?.subject).toContain("Weekly digest, 11/16 to 11/22");
  expect(mail?.text).toMatch(/Grade\W+B \(A the week before\)/);
  expect(mail?.text).toMatch(/New findings\W+1\b/);
  expect(mail?.text).toMatch(/Fixed findings\W+1\b/);
  // Its day is said, and not the count of days to it besides.
  expect(mail?.text).toMatch(/new\.example\.jp \(unassigned, due 12\/01\)/);
  expect(mail?.text).not.toMatch(/due in|overdue by/);
  // However often it is asked for.
  await monday8();
  await write(owner);
  await speaks(owner, "ja");
  await write(owner, next);
  await expect.poll(() => mailsTo(owner).length, { timeout: 20_000 }).toBe(2);
  expect(mailsTo(owner)[1]?.subject).toContain("週ごとのまとめ（11月23日〜11月29日）");
});

test("a week in which nothing happened is one line", async () => {
  await scanned();
  await grade("2026-11-10", 75, 2);
  await speaks(owner, "en");
  await write(owner);
  await expect.poll(() => mailsTo(owner).length, { timeout: 20_000 }).toBe(1);
  const text = mailsTo(owner)[0]?.text ?? "";
  expect(text).toContain("Nothing changed in");
  expect(text).not.toContain("New findings");
});

test("nobody has one who switched it off, before a first result, or on a plan without mails", async () => {
  await write(owner);
  await scanned();
  await owner.browser.call(changeAlertChoice, { body: { digest: false } });
  await write(owner);
  await owner.browser.call(changeAlertChoice, { body: { digest: true } });
  karte.contracts.set(owner.id, {
    ...amplePlan,
    entitlements: { ...amplePlan.entitlements, mailAlerts: false },
  });
  karte.clock.advance(120_000);
  await owner.browser.call(getContract, {});
  await monday8();
  const { rows } = await query(
    "select weekly_mailed_on from karte.member where workspace_id = $1 and account_id = $2",
    [workspace.id, owner.id],
  );
  expect(rows).toEqual([{ weekly_mailed_on: null }]);
  expect(mailsTo(owner)).toEqual([]);
});

test("who sees only some groups reads of these only", async () => {
  const group = (await owner.browser.call(createGroup, { body: { name: "営業" } })).id;
  const shop = (await owner.browser.call(addDomain, { body: { name: "shop.example.jp" } })).id;
  await owner.browser.call(changeDomain, { params: { id: shop }, body: { groups: [group] } });
  await scanned();
  await scanned(shop);
  await found({ at: "2026-11-17T03:00:00Z", host: "secret.example.jp" });
  await found({ at: "2026-11-17T03:00:00Z", host: "shop.example.jp" }, shop);
  const viewer = await workspace.join("viewer", [group]);
  karte.sent.length = 0;
  await write(viewer);
  await expect.poll(() => karte.sent.length, { timeout: 20_000 }).toBe(1);
  expect(karte.sent[0]?.text).toContain("shop.example.jp");
  expect(karte.sent[0]?.text).not.toContain("secret.example.jp");
});

/** The address that a digest's headers name. */
async function unsubscribeAddress(person: TestPerson): Promise<URL> {
  await scanned();
  await write(person);
  await expect.poll(() => mailsTo(person).length, { timeout: 20_000 }).toBe(1);
  const [mail] = mailsTo(person);
  expect(mail?.headers).toMatchObject({ "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" });
  const url = new URL(/^<(.+)>$/.exec(mail?.headers?.["List-Unsubscribe"] ?? "")?.[1] ?? "");
  expect(mail?.text).toContain(url.href);
  return url;
}

async function wantsDigest(person: TestPerson): Promise<unknown> {
  const { rows } = await query(
    "select weekly_mail from karte.member where workspace_id = $1 and account_id = $2",
    [workspace.id, person.id],
  );
  return rows[0]?.weekly_mail;
}

const forged = (token: string) => token.replace(/.$/, (last) => (last === "A" ? "B" : "A"));

test("one POST of a mail program ends it, and nothing less does", async () => {
  const url = await unsubscribeAddress(owner);
  const press = (search: string, payload = "List-Unsubscribe=One-Click") =>
    karte.app.inject({
      method: "POST",
      url: `${url.pathname}${search}`,
      headers: { "content-type": "application/x-www-form-urlencoded", host: url.host },
      payload,
    });
  expect((await press(url.search, "")).statusCode).toBe(400);
  expect((await press(forged(url.search))).statusCode).toBe(404);
  expect(await wantsDigest(owner)).toBe(true);
  expect((await press(url.search)).statusCode).toBe(200);
  expect((await press(url.search)).statusCode).toBe(200);
  expect(await wantsDigest(owner)).toBe(false);
});

test("the page's button ends it and takes it back, for this person and workspace alone", async () => {
  const token = (await unsubscribeAddress(owner)).searchParams.get("token") ?? "";
  const colleague = await workspace.join("member");
  const stranger = karte.person();
  await stranger.browser.call(getSite, {});
  karte.endSession(stranger);
  const change = (enabled: boolean, by = token) =>
    stranger.browser.attempt(changeDigestSubscription, { body: { token: by, enabled } });
  const { rows } = await query("select name from karte.workspace where id = $1", [workspace.id]);
  expect((await change(false)).json()).toEqual({ workspace: rows[0]?.name });
  expect(await wantsDigest(owner)).toBe(false);
  expect(await wantsDigest(colleague)).toBe(true);
  await change(true);
  expect(await wantsDigest(owner)).toBe(true);
  expect((await change(false, forged(token))).error().type).toBe("NotFound");
  // Somebody else's name under this one's proof.
  const [, , proof = ""] = token.split(".");
  const swapped = `${workspace.id}.${colleague.id}.${proof}`;
  expect((await change(false, swapped)).error().type).toBe("NotFound");
  expect(await wantsDigest(colleague)).toBe(true);
});
