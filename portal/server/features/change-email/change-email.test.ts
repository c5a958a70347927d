import { changeEmailCodeLifetimeMs } from "@sekimori/portal-contract/constants";
import {
  cancelChangeEmail,
  changeEmail,
  confirmChangeEmail,
  resendChangeEmail,
  undoChangeEmail,
} from "@sekimori/portal-contract/endpoints/change-email";
import {
  forgotPassword,
  forgotPasswordSetting,
  lookAtReset,
} from "@sekimori/portal-contract/endpoints/password";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newEmail, newMember } from "../../testing/members.ts";
import { codeIn, tokenIn } from "../../testing/memory-mailer.ts";
import { password } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

const days = 24 * 60 * 60_000;
const wrong = (code: string) => (code === "000000" ? "111111" : "000000");

async function changedMember(own: TestPortal) {
  const browser = own.browser();
  const { email } = await newMember(own, browser);
  const next = newEmail();
  await browser.call(changeEmail, { body: { email: next, agreed: true } });
  const code = codeIn(await own.mails.nth(next, 1));
  const profile = await browser.call(confirmChangeEmail, { body: { code } });
  return { browser, email, next, profile, undo: tokenIn(await own.mails.nth(email, 3)) };
}

describe("changing the address", () => {
  test("waits for the new one's code, then is in force, and the old one is told", async () => {
    const browser = portal.browser();
    const { email } = await newMember(portal, browser);
    const next = newEmail();
    // Not without the agreement to it.
    for (const body of [{ email: next, agreed: false }, { email: next }]) {
      const refused = await browser.attempt(changeEmail, { body } as never);
      expect(refused.error()).toMatchObject({ type: "InvalidInput", fields: [{ path: "agreed" }] });
    }
    expect((await browser.call(getMyProfile, {})).pending_email).toBeNull();
    await browser.call(changeEmail, { body: { email: next, agreed: true } });
    const pending = await browser.call(getMyProfile, {});
    expect(pending).toMatchObject({ email_address: email, pending_email: next });
    const mail = await portal.mails.nth(next, 1);
    expect(mail.text).toContain(`/change-email/verify?change_email=${encodeURIComponent(next)}`);
    const code = codeIn(mail);
    const bad = await browser.attempt(confirmChangeEmail, { body: { code: wrong(code) } });
    expect(bad.error().type).toBe("CodeInvalid");
    const profile = await browser.call(confirmChangeEmail, { body: { code } });
    expect(profile).toMatchObject({ email_address: next, pending_email: null });
    expect((await portal.mails.nth(email, 3)).subject).toContain("address has been changed");
    const signedIn = await portal.browser().call(signIn, { body: { email: next, password } });
    expect(signedIn.status).toBe("SIGNED_IN");
    const former = await portal.browser().attempt(signIn, { body: { email, password } });
    expect(former.error().type).toBe("UsernamePasswordIncorrect");
  });

  test("can be cancelled while it waits", async () => {
    const browser = portal.browser();
    await newMember(portal, browser);
    const next = newEmail();
    await browser.call(changeEmail, { body: { email: next, agreed: true } });
    const code = codeIn(await portal.mails.nth(next, 1));
    expect((await browser.call(cancelChangeEmail, { body: {} })).pending_email).toBeNull();
    const late = await browser.attempt(confirmChangeEmail, { body: { code } });
    expect(late.error().type).toBe("CodeExpired");
  });

  test("has its code sent again once a minute, to the address that waits and to no other", async () => {
    const own = await startTestPortal();
    try {
      const browser = own.browser();
      await newMember(own, browser);
      const none = await browser.attempt(resendChangeEmail, { body: {} });
      expect([none.status, none.error().type]).toEqual([404, "NotFound"]);
      const next = newEmail();
      await browser.call(changeEmail, { body: { email: next, agreed: true } });
      const first = codeIn(await own.mails.nth(next, 1));
      const soon = await browser.attempt(resendChangeEmail, { body: {} });
      expect(soon.error().type).toBe("TooManyRequest");
      own.clock.advance(61_000);
      await browser.call(resendChangeEmail, { body: {} });
      const second = codeIn(await own.mails.nth(next, 2));
      if (first !== second) {
        const former = await browser.attempt(confirmChangeEmail, { body: { code: first } });
        expect(former.error().type).toBe("CodeInvalid");
      }
      const profile = await browser.call(confirmChangeEmail, { body: { code: second } });
      expect(profile.email_address).toBe(next);
      await browser.call(changeEmail, { body: { email: newEmail(), agreed: true } });
      own.clock.advance(changeEmailCodeLifetimeMs);
      const late = await browser.attempt(resendChangeEmail, { body: {} });
      expect(late.error().type).toBe("NotFound");
    } finally {
      await own.close();
    }
  });

  test("to an address with an account is refused only to who can read its mail", async () => {
    const { email: taken } = await newMember(portal, portal.browser());
    const browser = portal.browser();
    const { email } = await newMember(portal, browser);
    const own = await browser.attempt(changeEmail, { body: { email, agreed: true } });
    expect(own.error().type).toBe("EmailDuplicated");
    await browser.call(changeEmail, { body: { email: taken, agreed: true } });
    const code = codeIn(await portal.mails.nth(taken, 3));
    const refused = await browser.attempt(confirmChangeEmail, { body: { code } });
    expect(refused.error().type).toBe("EmailDuplicated");
    expect((await browser.call(getMyProfile, {})).email_address).toBe(email);
  });

  test("by two members to one address at once gives it to one of them", async () => {
    const next = newEmail();
    const browsers = [portal.browser(), portal.browser()];
    const codes: string[] = [];
    for (const [index, browser] of browsers.entries()) {
      await newMember(portal, browser);
      await browser.call(changeEmail, { body: { email: next, agreed: true } });
      codes.push(codeIn(await portal.mails.nth(next, index + 1)));
    }
    const answers = await Promise.all(
      browsers.map((browser, index) =>
        browser.attempt(confirmChangeEmail, { body: { code: codes[index] ?? "" } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("undoing it", () => {
  test("restores the address, ends every session and asks for a new password", async () => {
    const { browser, email, undo } = await changedMember(portal);
    const elsewhere = portal.browser();
    expect(await elsewhere.call(undoChangeEmail, { body: { token: undo } })).toEqual({ email });
    expect((await browser.attempt(getMyProfile, {})).status).toBe(401);
    const outcome = await elsewhere.call(signIn, { body: { email, password } });
    expect(outcome.status).toBe("RESET_PASSWORD");
    const again = await elsewhere.attempt(undoChangeEmail, { body: { token: undo } });
    expect(again.error().type).toBe("CodeExpired");
    await elsewhere.call(forgotPassword, { body: { email, locale: "en" } });
    await portal.mails.nth(email, 5);
  });

  test("forgets every browser that the account knew, and those of no other account", async () => {
    const other = await newMember(portal, portal.browser());
    const { email, next, undo } = await changedMember(portal);
    const intruder = portal.browser();
    await intruder.call(signIn, { body: { email: next, password } });
    const known = async (address: string) =>
      (
        await portal.database.db
          .selectFrom("portal.known_device")
          .innerJoin("portal.account", "portal.account.id", "account_id")
          .where("email_digest", "=", portal.context.digests.email(address))
          .select("token_digest")
          .execute()
      ).length;
    expect([await known(next), await known(other.email)]).toEqual([2, 1]);
    await portal.browser().call(undoChangeEmail, { body: { token: undo } });
    expect([await known(email), await known(other.email)]).toEqual([0, 1]);
  });

  test("leaves a reset that was mailed to the other address good for nothing", async () => {
    const { email, next, undo } = await changedMember(portal);
    const stranger = portal.browser();
    await stranger.call(forgotPassword, { body: { email: next, locale: "en" } });
    const isReset = ({ text }: { readonly text: string }) => text.includes("/change-password?");
    await expect.poll(() => portal.mails.to(next).some(isReset), { timeout: 60_000 }).toBe(true);
    const [mail] = portal.mails.to(next).filter(isReset);
    if (!mail) throw new Error("No reset was mailed.");
    const token = tokenIn(mail);
    await stranger.call(lookAtReset, { body: { token } });
    await portal.browser().call(undoChangeEmail, { body: { token: undo } });
    const looked = await stranger.attempt(lookAtReset, { body: { token } });
    expect(looked.error().type).toBe("ResetCodeIncorrect");
    const body = { token, password: "Umi-no-Oto4" };
    const taken = await stranger.attempt(forgotPasswordSetting, { body });
    expect(taken.error().type).toBe("ResetCodeIncorrect");
    const outcome = await portal.browser().call(signIn, { body: { email, password } });
    expect(outcome.status).toBe("RESET_PASSWORD");
  });

  test("is possible for seven days", async () => {
    const own = await startTestPortal();
    try {
      const { undo } = await changedMember(own);
      own.clock.advance(7 * days);
      const late = await own.browser().attempt(undoChangeEmail, { body: { token: undo } });
      expect(late.error().type).toBe("CodeExpired");
    } finally {
      await own.close();
    }
  });
});
