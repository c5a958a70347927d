import { requestFor } from "@sekimori/kit-development/testing";
import { newToken } from "@sekimori/kit-server/cookies";
import { AppError } from "@sekimori/kit-server/errors";
import { changePassword } from "@sekimori/portal-contract/endpoints/password";
import {
  changeLanguage,
  getMyProfile,
  updateMyProfile,
} from "@sekimori/portal-contract/endpoints/profile";
import { listActivity } from "@sekimori/portal-contract/endpoints/security";
import {
  confirmOtp,
  reauthenticate,
  resendOtp,
  signIn,
  signOut,
} from "@sekimori/portal-contract/endpoints/sign-in";
import { mfaSetting } from "@sekimori/portal-contract/endpoints/two-factor";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { newEmail, newMember } from "../../testing/members.ts";
import { codeIn } from "../../testing/memory-mailer.ts";
import { password } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

const wrong = (code: string) => (code === "000000" ? "111111" : "000000");
const hours = 3_600_000;

/** A member with two-factor on, and a browser whose sign-in waits for its one-time password. */
async function waitingSignIn(own: TestPortal) {
  const first = own.browser();
  const { email } = await newMember(own, first);
  await first.call(mfaSetting, { body: { enabled: true } });
  await own.mails.nth(email, 3);
  const browser = own.browser();
  const outcome = await browser.call(signIn, { body: { email, password } });
  expect(outcome.status).toBe("OTP_VERIFY");
  return { email, browser, first, code: codeIn(await own.mails.nth(email, 4)) };
}

describe("e-mail and password", () => {
  test("sign in, and a wrong one and an unknown address are one answer", async () => {
    const { email } = await newMember(portal, portal.browser());
    const good = await portal.browser().call(signIn, { body: { email, password } });
    expect(good.status).toBe("SIGNED_IN");
    const body = { password: "Wrong-Pass1" };
    const wrongPassword = await portal.browser().attempt(signIn, { body: { ...body, email } });
    const unknown = await portal
      .browser()
      .attempt(signIn, { body: { ...body, email: newEmail() } });
    const shape = ({ type, message }: { type: string; message: string }) => [type, message];
    expect(shape(wrongPassword.error())).toEqual(shape(unknown.error()));
    expect(wrongPassword.error().type).toBe("UsernamePasswordIncorrect");
  });

  test("take an address in any case", async () => {
    const { email } = await newMember(portal, portal.browser());
    const body = { email: ` ${email.toUpperCase()} `, password };
    expect((await portal.browser().call(signIn, { body })).status).toBe("SIGNED_IN");
  });

  test("from a browser it does not know, an account is told of by mail; a known one is not", async () => {
    const own = portal.browser();
    const { email } = await newMember(portal, own);
    await own.call(signOut, { body: {} });
    await own.call(signIn, { body: { email, password } });
    await portal.browser().call(signIn, { body: { email, password } });
    const mail = await portal.mails.nth(email, 3);
    expect(mail.subject).toContain("New sign-in");
    expect(portal.mails.to(email)).toHaveLength(3);
  });

  test("a forced reset answers RESET_PASSWORD and opens no session", async () => {
    const { email } = await newMember(portal, portal.browser());
    await portal.database.db
      .updateTable("portal.account")
      .set({ password_reset_required: true })
      .where("email_digest", "=", portal.context.digests.email(email))
      .execute();
    const browser = portal.browser();
    const outcome = await browser.call(signIn, { body: { email, password } });
    expect(outcome).toEqual({ status: "RESET_PASSWORD" });
    expect((await browser.attempt(getMyProfile, {})).error().type).toBe("SessionExpired");
  });
});

describe("guessing", () => {
  test("spends a network's own guesses; the owner's browsers, known and new, still get in", async () => {
    const own = await startTestPortal({ SIGN_INS_PER_ACCOUNT: "5" });
    try {
      const owner = own.browser();
      const { email } = await newMember(own, owner);
      await owner.call(signOut, { body: {} });
      const guess = (address: string) =>
        own.browser(address).attempt(signIn, { body: { email, password: "Guess-1aA" } });
      const types: string[] = [];
      for (let n = 0; n < 7; n += 1) types.push((await guess("192.0.2.66")).error().type);
      expect(types.filter((type) => type === "UsernamePasswordIncorrect")).toHaveLength(5);
      const refused = await own
        .browser("192.0.2.66")
        .attempt(signIn, { body: { email, password } });
      expect([refused.status, refused.error().type]).toEqual([429, "TooManyRequest"]);
      expect(refused.error().data?.retryAfterSeconds).toBeGreaterThan(0);
      // Strangers from everywhere.
      for (let n = 0; n < 10; n += 1) await guess(`198.51.100.${n}`);
      expect((await owner.call(signIn, { body: { email, password } })).status).toBe("SIGNED_IN");

      const mails = own.mails.to(email).length;
      const newBrowser = own.browser();
      const outcome = await newBrowser.call(signIn, { body: { email, password } });
      expect(outcome.status).toBe("OTP_VERIFY");
      const written = own.mails.to(email).slice(mails - 1);
      expect(written.map(({ subject }) => subject).join()).toContain("trying wrong passwords");
      const code = codeIn(await own.mails.nth(email, mails + 1));
      expect((await newBrowser.call(confirmOtp, { body: { code } })).status).toBe("SIGNED_IN");
      const { entries } = await newBrowser.call(listActivity, { query: {} });
      const told = entries.filter(({ action }) => action === "sign-in.passwords-guessed");
      expect(told).toHaveLength(1);
    } finally {
      await own.close();
    }
  });

  test("is not forgiven by a right password alone", async () => {
    const own = await startTestPortal({ SIGN_INS_PER_ACCOUNT: "3" });
    try {
      const { email } = await waitingSignIn(own);
      const stranger = "192.0.2.67";
      const types: string[] = [];
      for (let n = 0; n < 5; n += 1) {
        const answer = await own.browser(stranger).attempt(signIn, { body: { email, password } });
        types.push(answer.status === 200 ? "asked for a code" : answer.error().type);
      }
      expect(types.filter((type) => type === "TooManyRequest")).toHaveLength(2);
    } finally {
      await own.close();
    }
  });

  test("from one network is slowed whatever the address", async () => {
    const own = await startTestPortal({ SIGN_INS_PER_NETWORK: "3" });
    try {
      const statuses: number[] = [];
      for (let guess = 0; guess < 4; guess += 1) {
        const body = { email: newEmail(), password: "Wrong-Pass1" };
        statuses.push((await own.browser("192.0.2.7").attempt(signIn, { body })).status);
      }
      expect(statuses).toEqual([400, 400, 400, 429]);
    } finally {
      await own.close();
    }
  });
});

test("a full queue sheds strangers before their request is read, and no browser with a token of ours", async () => {
  const known = portal.browser();
  await newMember(portal, known);
  const full = vi.spyOn(portal.context.passwords, "refuseEarly").mockImplementation((isOurs) => {
    if (!isOurs) throw new AppError("Unavailable");
  });
  try {
    const unreadable = { method: "POST", url: signIn.path, body: {} } as const;
    const stranger = portal.browser();
    stranger.cookies.set(portal.context.cookies.device.name, newToken());
    expect((await stranger.request(unreadable)).error().type).toBe("Unavailable");
    expect((await portal.browser().request(unreadable)).error().type).toBe("Unavailable");
    expect((await known.request(unreadable)).error().type).toBe("InvalidInput");
  } finally {
    full.mockRestore();
  }
});

describe("the one-time password", () => {
  test("completes the sign-in it was sent for, once", async () => {
    const { browser, code } = await waitingSignIn(portal);
    expect((await browser.attempt(getMyProfile, {})).error().type).toBe("SessionExpired");
    const outcome = await browser.call(confirmOtp, { body: { code } });
    expect(outcome.status).toBe("SIGNED_IN");
    expect((await browser.call(getMyProfile, {})).mfa_enabled).toBe(true);
    const again = await browser.attempt(confirmOtp, { body: { code } });
    expect(again.error().type).toBe("SessionExpired");
  });

  test("of another sign-in is wrong, also of the same account", async () => {
    const { email, code } = await waitingSignIn(portal);
    const other = portal.browser();
    await other.call(signIn, { body: { email, password } });
    const own = codeIn(await portal.mails.nth(email, 5));
    if (own !== code) {
      const answer = await other.attempt(confirmOtp, { body: { code } });
      expect(answer.error().type).toBe("OTPInvalid");
    }
  });

  test("may be tried five times; then the sign-in starts over", async () => {
    const { browser, code } = await waitingSignIn(portal);
    const types: string[] = [];
    for (let tries = 0; tries < 5; tries += 1) {
      const answer = await browser.attempt(confirmOtp, { body: { code: wrong(code) } });
      types.push(answer.error().type);
    }
    expect(types).toEqual(["OTPInvalid", "OTPInvalid", "OTPInvalid", "OTPInvalid", "OTPExceeded"]);
    expect((await browser.attempt(confirmOtp, { body: { code } })).error().type).toBe(
      "OTPExceeded",
    );
    expect((await browser.attempt(resendOtp, { body: {} })).error().type).toBe("OTPExceeded");
  });

  test("is tried at most five times however many tries race", async () => {
    const { browser, code } = await waitingSignIn(portal);
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        browser.attempt(confirmOtp, { body: { code: wrong(code) } }),
      ),
    );
    const invalid = answers.filter((answer) => answer.error().type === "OTPInvalid");
    expect(invalid).toHaveLength(4);
    const { rows } = await portal.database.pool.query(
      "select max(tries)::int as tries from portal.sign_in_attempt",
    );
    expect(rows[0].tries).toBe(5);
  });

  test("has a budget for the account, spread over however many sign-ins", async () => {
    const own = await startTestPortal();
    try {
      const { email, first } = await waitingSignIn(own);
      const types: string[] = [];
      for (let attempt = 0; attempt < 8; attempt += 1) {
        const intruder = own.browser();
        const outcome = await intruder.attempt(signIn, { body: { email, password } });
        if (outcome.status !== 200) break;
        for (let tries = 0; tries < 5; tries += 1) {
          const answer = await intruder.attempt(confirmOtp, { body: { code: "000000" } });
          types.push(answer.error().type);
        }
      }
      // Five looks; the rest waits.
      expect(types.filter((type) => type.startsWith("OTP"))).toHaveLength(5);
      expect(types.filter((type) => type === "TooManyRequest").length).toBeGreaterThan(10);
      expect(own.mails.to(email).map(({ subject }) => subject)).toContainEqual(
        expect.stringContaining("wrong one-time passwords"),
      );
      const mails = own.mails.to(email).length;
      expect((await first.call(signIn, { body: { email, password } })).status).toBe("OTP_VERIFY");
      const code = codeIn(await own.mails.nth(email, mails + 1));
      expect((await first.call(confirmOtp, { body: { code } })).status).toBe("SIGNED_IN");
    } finally {
      await own.close();
    }
  });

  test("is mailed ten times an hour to all unknown browsers, and to the owner's besides", async () => {
    const own = await startTestPortal();
    try {
      const { email, first } = await waitingSignIn(own);
      const body = { email, password };
      const before = own.mails.to(email).length;
      const statuses: number[] = [];
      for (let tries = 0; tries < 25; tries += 1) {
        const intruder = own.browser(`198.18.7.${tries + 1}`);
        intruder.cookies.set("sekimori_device", "D".repeat(42) + (tries % 10));
        statuses.push((await intruder.attempt(signIn, { body })).status);
      }
      // The sign-in that waits has had the first of ten.
      expect(statuses.filter((status) => status === 200)).toHaveLength(9);
      expect(statuses.slice(9).every((status) => status === 429)).toBe(true);
      await own.mails.nth(email, before + 9);
      expect(own.mails.to(email)).toHaveLength(before + 9);
      expect((await first.call(signIn, { body })).status).toBe("OTP_VERIFY");
      const code = codeIn(await own.mails.nth(email, before + 10));
      expect((await first.call(confirmOtp, { body: { code } })).status).toBe("SIGNED_IN");
    } finally {
      await own.close();
    }
  });

  test("used by many requests at once opens one session", async () => {
    const { browser, email, code } = await waitingSignIn(portal);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => browser.attempt(confirmOtp, { body: { code } })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await portal.database.pool.query(
      `select count(*)::int as n from portal.session s join portal.account a on a.id = s.account_id
       where a.email_digest = $1`,
      [portal.context.digests.email(email)],
    );
    expect(rows[0].n).toBe(2);
  });

  test("expires after ten minutes, and is sent again at most once a minute", async () => {
    const own = await startTestPortal();
    try {
      const { browser, email, code } = await waitingSignIn(own);
      expect((await browser.attempt(resendOtp, { body: {} })).error().type).toBe("TooManyRequest");
      own.clock.advance(10 * 60_000 + 1);
      const late = await browser.attempt(confirmOtp, { body: { code } });
      expect(late.error().type).toBe("OTPExpired");
      await browser.call(resendOtp, { body: {} });
      const fresh = codeIn(await own.mails.nth(email, 5));
      expect((await browser.call(confirmOtp, { body: { code: fresh } })).status).toBe("SIGNED_IN");
    } finally {
      await own.close();
    }
  });
});

describe("the session", () => {
  test("lasts eight hours whatever happens in it", async () => {
    const own = await startTestPortal();
    try {
      const browser = own.browser();
      await newMember(own, browser);
      own.clock.advance(8 * hours - 60_000);
      await browser.call(getMyProfile, {});
      own.clock.advance(60_000);
      expect((await browser.attempt(getMyProfile, {})).status).toBe(401);
    } finally {
      await own.close();
    }
  });

  test("ends with sign-out, and its token is worth nothing afterwards", async () => {
    const browser = portal.browser();
    await newMember(portal, browser);
    const kept = new Map(browser.cookies);
    await browser.call(signOut, { body: {} });
    expect(browser.cookies.has("sekimori_session")).toBe(false);
    for (const [name, value] of kept) browser.cookies.set(name, value);
    expect((await browser.attempt(getMyProfile, {})).status).toBe(401);
  });

  test("gets a new token at sign-in, at re-authentication and when two-factor changes", async () => {
    const browser = portal.browser();
    const { email } = await newMember(portal, browser);
    const tokens = [browser.cookies.get("sekimori_session")];
    await browser.call(signIn, { body: { email, password } });
    tokens.push(browser.cookies.get("sekimori_session"));
    await browser.call(reauthenticate, { body: { password } });
    tokens.push(browser.cookies.get("sekimori_session"));
    await browser.call(mfaSetting, { body: { enabled: true } });
    tokens.push(browser.cookies.get("sekimori_session"));
    expect(new Set(tokens).size).toBe(4);
  });

  test("a token planted before the sign-in is not taken over", async () => {
    const { email } = await newMember(portal, portal.browser());
    const victim = portal.browser();
    const planted = "B".repeat(43);
    victim.cookies.set("sekimori_session", planted);
    await victim.request({ url: "/v1/site" });
    await victim.call(signIn, { body: { email, password } });
    expect(victim.cookies.get("sekimori_session")).not.toBe(planted);
    const attacker = portal.browser();
    attacker.cookies.set("sekimori_session", planted);
    expect((await attacker.attempt(getMyProfile, {})).status).toBe(401);
  });

  test("sent twice, one of them a neighbouring host's, counts for nobody's", async () => {
    const [owner, intruder] = [portal.browser(), portal.browser()];
    await newMember(portal, owner);
    await newMember(portal, intruder);
    const { name } = portal.context.cookies.session;
    const [own, planted] = [owner.cookies.get(name), intruder.cookies.get(name)];
    const profileBy = async (...tokens: (string | undefined)[]) => {
      const cookie = tokens.map((token) => `${name}=${token}`).join("; ");
      const { url } = requestFor(getMyProfile, {});
      const { statusCode } = await portal.app.inject({ url, headers: { cookie } });
      return statusCode;
    };
    expect(await profileBy(own)).toBe(200);
    expect(await profileBy(own, own)).toBe(200);
    expect(await profileBy(own, planted)).toBe(401);
    expect(await profileBy(planted, own)).toBe(401);
  });

  test("a write without the CSRF token is refused", async () => {
    const browser = portal.browser();
    await newMember(portal, browser);
    const answer = await browser.request({
      url: "/v1/profile/change-language",
      body: { language_code: "en" },
      headers: { "x-csrf-token": "" },
    });
    expect([answer.status, answer.error().type]).toEqual([403, "Forbidden"]);
  });
});

describe("the profile", () => {
  test("changes its name, in any script, and tells by mail", async () => {
    const browser = portal.browser();
    const { email } = await newMember(portal, browser);
    const body = { first_name: "𠮷子 <b>'; --", last_name: "髙🙂橋" };
    expect(await browser.call(updateMyProfile, { body })).toMatchObject(body);
    expect(await browser.call(getMyProfile, {})).toMatchObject(body);
    expect((await portal.mails.nth(email, 3)).subject).toContain("name has been changed");
  });

  test("changes its language, which the next mail follows", async () => {
    const browser = portal.browser();
    const { email } = await newMember(portal, browser);
    const changed = await browser.call(changeLanguage, { body: { language_code: "ja" } });
    expect(changed.language_code).toBe("ja");
    await browser.call(updateMyProfile, { body: { first_name: "一", last_name: "二" } });
    expect((await portal.mails.nth(email, 3)).subject).toContain("お名前");
  });

  test("keeps names and address out of the database in plain text", async () => {
    const browser = portal.browser();
    const { email } = await newMember(portal, browser);
    const { rows } = await portal.database.pool.query(
      "select a::text as row from portal.account a",
    );
    const text = rows.map(({ row }) => row).join("\n");
    for (const value of [email, "山本", "千代田", Buffer.from(email).toString("hex")]) {
      expect(text).not.toContain(value);
    }
  });
});

test("a browser's token that somebody made up is replaced, one of ours stays", async () => {
  const browser = portal.browser();
  const madeUp = "D".repeat(43);
  browser.cookies.set("sekimori_device", madeUp);
  const { email } = await newMember(portal, browser);
  const given = browser.cookies.get("sekimori_device");
  expect(given).not.toBe(madeUp);
  await browser.call(signIn, { body: { email, password } });
  expect(browser.cookies.get("sekimori_device")).toBe(given);
  const other = portal.browser();
  other.cookies.set("sekimori_device", given ?? "");
  await newMember(portal, other);
  expect(other.cookies.get("sekimori_device")).toBe(given);
});

test("a sign-in that races with a change of the password leaves no session behind", async () => {
  const owner = portal.browser();
  const { email } = await newMember(portal, owner);
  // Half of them in the member's own browser, as the account knows it, half in a new one.
  const device = owner.cookies.get("sekimori_device") ?? "";
  const intruders = Array.from({ length: 8 }, (_, index) => {
    const browser = portal.browser();
    if (index % 2 === 0) browser.cookies.set("sekimori_device", device);
    return browser;
  });
  const [changed] = await Promise.all([
    owner.attempt(changePassword, {
      body: { currentPassword: password, newPassword: "Umi-no-Oto4" },
    }),
    ...intruders.map((browser) => browser.attempt(signIn, { body: { email, password } })),
  ]);
  expect(changed?.status).toBe(200);
  for (const browser of intruders) {
    expect((await browser.attempt(getMyProfile, {})).status).toBe(401);
  }
  await owner.call(getMyProfile, {});
});
