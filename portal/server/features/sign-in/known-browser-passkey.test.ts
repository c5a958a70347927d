import { hashToken } from "@sekimori/kit-server/cookies";
import { beginPasskeySignIn, signInByPasskey } from "@sekimori/portal-contract/endpoints/passkeys";
import { listActivity } from "@sekimori/portal-contract/endpoints/security";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { newMember } from "../../testing/members.ts";
import { addTestPasskey, tryPasskey } from "../../testing/passkeys.ts";
import { SoftwarePasskey } from "../../testing/software-authenticator.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { readClientData } from "../authenticators/client-data.ts";
import { assertionReader } from "../authenticators/passkey-assertion.ts";
import { findPasskey } from "../authenticators/passkey-repository.ts";
import { relyingPartyOf } from "../authenticators/relying-party.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

type Browser = ReturnType<TestPortal["browser"]>;

async function memberWithPasskey(passkey = new SoftwarePasskey({ counts: true })) {
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  await addTestPasskey(browser, passkey);
  // Known from its first sign-in on.
  expect((await tryPasskey(browser, passkey)).status).toBe(200);
  const { rows } = await portal.database.pool.query<{ id: string }>(
    "select id from portal.account where email_digest = $1",
    [portal.context.digests.email(email)],
  );
  return { browser, email, passkey, accountId: rows[0]?.id ?? "" };
}

const perSession = new Set(["id", "token_digest", "ip_address"]);

/** The row of a browser's session, without what differs from one sign-in to the next. */
async function sessionOf(browser: Browser) {
  const { rows } = await portal.database.pool.query<Record<string, unknown>>(
    "select * from portal.session where token_digest = $1",
    [hashToken(browser.cookies.get("sekimori_session") ?? "")],
  );
  const columns = Object.entries(rows[0] ?? {}).filter(([name]) => !perSession.has(name));
  expect(columns.length).toBeGreaterThan(10);
  return Object.fromEntries(
    columns.map(([name, value]) => [name, value instanceof Date ? "a moment" : value]),
  );
}

/** Whether a call began a session in one statement. */
async function isShort<Result>(call: () => Promise<Result>) {
  const asked = vi.spyOn(portal.context.pipeline, "query");
  try {
    const result = await call();
    const begun = asked.mock.calls.findIndex(([text]) => text.includes("passkey_challenge"));
    const rows: readonly object[] = (await asked.mock.results[begun]?.value) ?? [];
    return { result, isShort: rows.length === 1 };
  } finally {
    asked.mockRestore();
  }
}

test("a known browser is signed in the short way, with the same session and record as the long one", async () => {
  const { browser, email, passkey } = await memberWithPasskey();
  const stranger = portal.browser();
  const long = await isShort(() => tryPasskey(stranger, passkey));
  const short = await isShort(() => tryPasskey(browser, passkey));
  expect([long, short].map(({ result, isShort }) => [result.status, isShort])).toEqual([
    [200, false],
    [200, true],
  ]);
  expect(short.result.json()).toMatchObject({ status: "SIGNED_IN" });
  expect(await sessionOf(browser)).toEqual(await sessionOf(stranger));
  expect(await sessionOf(browser)).toMatchObject({
    first_factor: "passkey",
    second_factor: true,
    second_way: "passkey",
  });
  const { entries } = await browser.call(listActivity, { query: {} });
  expect(entries.slice(0, 2).map(({ action }) => action)).toEqual([
    "sign-in.succeeded",
    "sign-in.succeeded",
  ]);
  // The stranger's is mailed of, the known one's is not.
  await portal.jobsDone();
  const told = portal.mails.to(email).filter(({ subject }) => subject.includes("New sign-in"));
  expect(told).toHaveLength(1);
});

test("counts go on, a copy is refused, and a challenge is good once", async () => {
  const { browser, passkey } = await memberWithPasskey();
  expect((await tryPasskey(browser, passkey)).status).toBe(200);
  const seen = passkey.counter;
  const copy = await tryPasskey(browser, passkey, { counter: seen });
  expect(copy.error().type).toBe("PasskeyCopied");
  const { rows } = await portal.database.pool.query(
    "select counter from portal.passkey where credential_id = $1",
    [passkey.id],
  );
  expect(rows).toEqual([{ counter: String(seen) }]);
});

test("the signature of an answer that is refused in a known browser is looked at once", async () => {
  const { browser, passkey, accountId } = await memberWithPasskey();
  const verified = vi.spyOn(crypto.subtle, "verify");
  try {
    const copy = await tryPasskey(browser, passkey, { counter: passkey.counter });
    expect(copy.error().type).toBe("PasskeyCopied");
    expect(verified).toHaveBeenCalledTimes(1);
    // A right one, too, where something else is asked.
    await setAccount(accountId, "password_reset_required = true");
    const answer = await tryPasskey(browser, passkey);
    expect(answer.json()).toMatchObject({ status: "RESET_PASSWORD" });
    expect(verified).toHaveBeenCalledTimes(2);
  } finally {
    verified.mockRestore();
  }
});

test("what was read of an answer counts for no other key", async () => {
  const passkey = new SoftwarePasskey();
  const { browser } = await memberWithPasskey(passkey);
  const given = passkey.get(
    await browser.call(beginPasskeySignIn, { body: { purpose: "sign-in" } }),
  );
  const rowOf = async (credentialId: string) => {
    const row = await findPasskey(portal.context.db, credentialId);
    if (row === undefined) throw new Error("The passkey is not there.");
    return row;
  };
  const read = assertionReader();
  const { challenge } = readClientData(given.clientDataJSON) ?? {};
  const party = relyingPartyOf(portal.context.settings);
  const own = await rowOf(passkey.id);
  const { passkey: other } = await memberWithPasskey();
  const look = async (row: typeof own) => read(given, row, challenge ?? "", party);
  expect(await look(own)).toMatchObject({ isVerified: true });
  expect(await look({ ...own, public_key: (await rowOf(other.id)).public_key })).toBeUndefined();
  expect(await look({ ...own, rp_id: "elsewhere.example" })).toBeUndefined();
  expect(await read(given, own, "another", party)).toBeUndefined();
});

test("of many answers to one challenge, one signs in", async () => {
  const { browser, passkey } = await memberWithPasskey(new SoftwarePasskey());
  const options = await browser.call(beginPasskeySignIn, { body: { purpose: "sign-in" } });
  const body = passkey.get(options);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => browser.attempt(signInByPasskey, { body })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
});

test.each<[string, (accountId: string) => Promise<unknown>, object]>([
  [
    "whose owner is to set a new password",
    (id) => setAccount(id, "password_reset_required = true"),
    { status: "RESET_PASSWORD" },
  ],
  [
    "whose directory keeps its owner out",
    (id) => setAccount(id, "access_ended_at = now()"),
    { type: "AccessEnded" },
  ],
  ["that is closed", (id) => setAccount(id, "closed_at = now()"), { type: "PasskeyUnknown" }],
])("an account %s goes the long way", async (_, change, outcome) => {
  const { browser, passkey, accountId } = await memberWithPasskey();
  await change(accountId);
  const answer = await tryPasskey(browser, passkey);
  expect(answer.status === 200 ? answer.json() : answer.error()).toMatchObject(outcome);
});

test("while log-ins are closed for maintenance, nobody is signed in the short way either", async () => {
  const { browser, passkey } = await memberWithPasskey();
  const closed = vi.spyOn(portal.context.maintenance, "now");
  closed.mockReturnValue([
    {
      area: "everything",
      reason: { ja: "点検", en: "Checks" },
      startedAt: "2026-11-28T00:00:00Z",
      endsAt: null,
    },
  ]);
  try {
    expect((await tryPasskey(browser, passkey)).status).toBe(503);
  } finally {
    closed.mockRestore();
  }
});

function setAccount(id: string, what: string) {
  return portal.database.pool.query(`update portal.account set ${what} where id = $1`, [id]);
}
