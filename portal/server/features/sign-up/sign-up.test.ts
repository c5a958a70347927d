import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import {
  agreeConsent,
  cardAttemptSchema,
  confirmInformation,
  confirmSignUp,
  editInformation,
  resendConfirmSignUpCode,
  service,
  signUp,
} from "@sekimori/portal-contract/endpoints/sign-up";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newEmail, newMember, signUpTo } from "../../testing/members.ts";
import { codeIn, tokenIn } from "../../testing/memory-mailer.ts";
import { agree, cards, organisation, password, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

const wrong = (code: string) => (code === "000000" ? "111111" : "000000");

describe("the main job", () => {
  test("one person signs up for the paid plan, pays, agrees and signs in", async () => {
    const browser = portal.browser();
    const email = newEmail();
    const started = await browser.call(signUp, { body: { email, plan: "detailed", locale: "ja" } });
    expect(started.flow).toMatchObject({ email, plan: "detailed", step: "verification" });

    const code = codeIn(await portal.mails.nth(email, 1));
    const proved = await browser.call(confirmSignUp, { body: { code } });
    expect(proved.flow).toMatchObject({ step: "information", hasPassword: false });

    const edited = await browser.call(editInformation, {
      body: { information: organisation, password },
    });
    expect(edited.flow).toMatchObject({
      step: "confirmation",
      hasPassword: true,
      information: { companyName: "関守商店", lastName: "山本", addrState: "13" },
    });

    const confirmed = await browser.call(confirmInformation, { body: {} });
    expect(confirmed.flow.step).toBe("payment");

    const paid = await submitCard(portal, browser, cards.success);
    expect(cardAttemptSchema.parse(paid.json())).toMatchObject({
      state: "succeeded",
      failure: null,
      purpose: "sign-up",
    });

    const shown = await browser.call(service, {});
    expect(shown.flow.step).toBe("agreement");
    expect(shown.agreement).toMatchObject({
      monthlyPrice: 11_000,
      taxPercent: 10,
      card: { brand: "visa", last4: "1003", expired: false },
    });

    const agreed = await browser.call(agreeConsent, {
      body: {
        documents: shown.agreement?.documents ?? [],
        shown: shown.shown ?? "",
        agreed: true,
        promotionalMail: false,
        locale: "ja",
      },
    });
    expect(agreed.status).toBe("SIGNED_IN");
    const profile = await browser.call(getMyProfile, {});
    expect(profile).toMatchObject({
      email_address: email,
      first_name: "花子",
      last_name: "山本",
      is_agree_service: true,
      language_code: "ja",
      mfa_enabled: false,
      plan: { id: "detailed", monthlyPrice: 11_000 },
      card: { last4: "1003" },
    });
    // Only who came by the external identity provider has it.
    expect(profile).not.toHaveProperty("sub_gmoid");
    const confirmation = await portal.mails.nth(email, 3);
    expect(confirmation.text).toContain("11,000円");

    const other = portal.browser();
    const outcome = await other.call(signIn, { body: { email, password } });
    expect(outcome.status).toBe("SIGNED_IN");
  });

  test("the free plan goes from confirmation straight to the agreement", async () => {
    const browser = portal.browser();
    await signUpTo(portal, browser, "account", { plan: "free" });
    const { flow, agreement } = await browser.call(service, {});
    expect(flow.step).toBe("agreement");
    expect(agreement).toMatchObject({ monthlyPrice: null, firstChargeOn: null, scansPerMonth: 5 });
    await agree(browser);
    expect((await browser.call(getMyProfile, {})).plan.id).toBe("free");
  });
});

describe("the code", () => {
  test("answers CodeInvalid, and is dead after five wrong tries", async () => {
    const browser = portal.browser();
    const { email } = await signUpTo(portal, browser, "verification");
    const code = codeIn(await portal.mails.nth(email, 1));
    for (let tries = 1; tries <= 5; tries += 1) {
      const answer = await browser.attempt(confirmSignUp, { body: { code: wrong(code) } });
      expect(answer.error().type).toBe("CodeInvalid");
    }
    const right = await browser.attempt(confirmSignUp, { body: { code } });
    expect(right.error().type).toBe("CodeExpired");
  });

  test("of another sign-up does not pass", async () => {
    const [mine, theirs] = [portal.browser(), portal.browser()];
    await signUpTo(portal, mine, "verification");
    const { email } = await signUpTo(portal, theirs, "verification");
    const code = codeIn(await portal.mails.nth(email, 1));
    const answer = await mine.attempt(confirmSignUp, { body: { code } });
    expect(answer.error().type).toBe("CodeInvalid");
  });

  test("is worth nothing in a browser without the sign-up", async () => {
    const { email } = await signUpTo(portal, portal.browser(), "verification");
    const code = codeIn(await portal.mails.nth(email, 1));
    const answer = await portal.browser().attempt(confirmSignUp, { body: { code } });
    expect(answer.error().type).toBe("CodeExpired");
  });

  test("can be asked for again after a minute, and only the new one works", async () => {
    const own = await startTestPortal();
    try {
      const browser = own.browser();
      const { email } = await signUpTo(own, browser, "verification");
      const first = codeIn(await own.mails.nth(email, 1));
      const early = await browser.attempt(resendConfirmSignUpCode, { body: {} });
      expect(early.error().type).toBe("TooManyRequest");
      own.clock.advance(61_000);
      await browser.call(resendConfirmSignUpCode, { body: {} });
      const second = codeIn(await own.mails.nth(email, 2));
      if (first !== second) {
        const old = await browser.attempt(confirmSignUp, { body: { code: first } });
        expect(old.error().type).toBe("CodeInvalid");
      }
      own.clock.advance(30 * 60_000);
      const late = await browser.attempt(confirmSignUp, { body: { code: second } });
      expect(late.error().type).toBe("CodeExpired");
    } finally {
      await own.close();
    }
  });
});

describe("the mailed link", () => {
  test("resumes the sign-up on another device, and the first one holds it no longer", async () => {
    const [desk, phone] = [portal.browser(), portal.browser()];
    const { email } = await signUpTo(portal, desk, "verification");
    const token = tokenIn(await portal.mails.nth(email, 1));
    const { flow } = await phone.call(confirmSignUp, { body: { token } });
    expect(flow).toMatchObject({ email, step: "information" });
    const stale = await desk.attempt(service, {});
    expect([stale.status, stale.error().type]).toEqual([409, "ContinuedElsewhere"]);
  });

  test("leaves the first browser told of it until its own hold would have ended", async () => {
    const own = await startTestPortal();
    try {
      const [desk, phone] = [own.browser(), own.browser()];
      const { email } = await signUpTo(own, desk, "verification");
      const token = tokenIn(await own.mails.nth(email, 1));
      await phone.call(confirmSignUp, { body: { token } });
      own.clock.advance(23 * 60 * 60_000);
      expect((await desk.attempt(service, {})).error().type).toBe("ContinuedElsewhere");
      own.clock.advance(2 * 60 * 60_000);
      expect((await desk.attempt(service, {})).error().type).toBe("SessionExpired");
    } finally {
      await own.close();
    }
  });

  test("works once, except in the browser that holds the sign-up by it", async () => {
    const [desk, phone, stranger] = [portal.browser(), portal.browser(), portal.browser()];
    const { email } = await signUpTo(portal, desk, "verification");
    const token = tokenIn(await portal.mails.nth(email, 1));
    await phone.call(confirmSignUp, { body: { token } });
    const again = await stranger.attempt(confirmSignUp, { body: { token } });
    expect(again.error().type).toBe("CodeExpired");
    await phone.call(confirmSignUp, { body: { token } });
    await phone.call(service, {});
  });

  test("that was made up is refused", async () => {
    const token = "A".repeat(43);
    const answer = await portal.browser().attempt(confirmSignUp, { body: { token } });
    expect(answer.error().type).toBe("CodeExpired");
  });
});

describe("an address that has an account", () => {
  test("gets the same answer, a mail of another kind, and LoginIDExists only when proved", async () => {
    const { email } = await newMember(portal, portal.browser());
    const [known, unknown] = [portal.browser(), portal.browser()];
    const before = portal.mails.to(email).length;
    const knownAnswer = await known.attempt(signUp, {
      body: { email, plan: "free", locale: "en" },
    });
    const unknownAnswer = await unknown.attempt(signUp, {
      body: { email: newEmail(), plan: "free", locale: "en" },
    });
    expect(knownAnswer.status).toBe(unknownAnswer.status);
    expect(Object.keys(knownAnswer.json() as object)).toEqual(
      Object.keys(unknownAnswer.json() as object),
    );
    const mail = await portal.mails.nth(email, before + 1);
    expect(mail.subject).toContain("already have an account");
    expect(mail.text).toContain("Forgot your password?");
    const proved = await known.attempt(confirmSignUp, { body: { code: codeIn(mail) } });
    expect(proved.error().type).toBe("LoginIDExists");
    expect((await known.attempt(service, {})).error().type).toBe("SessionExpired");
  });
});

describe("the order of steps", () => {
  test("is the server's: a later step before its time is refused with the real step", async () => {
    const browser = portal.browser();
    await signUpTo(portal, browser, "information");
    const early = await browser.attempt(confirmInformation, { body: {} });
    expect(early.error()).toMatchObject({ type: "StepOutOfOrder", data: { step: "information" } });
    const resend = await browser.attempt(resendConfirmSignUpCode, { body: {} });
    expect(resend.error().type).toBe("StepOutOfOrder");
    const pay = await submitCard(portal, browser, cards.success);
    expect(pay.error()).toMatchObject({ type: "StepOutOfOrder", data: { step: "information" } });
  });

  test("information may be corrected until it is confirmed, without giving the password again", async () => {
    const browser = portal.browser();
    await signUpTo(portal, browser, "confirmation");
    const information = { ...organisation, firstName: "太郎" };
    const { flow } = await browser.call(editInformation, { body: { information } });
    expect(flow.information?.firstName).toBe("太郎");
    await browser.call(confirmInformation, { body: {} });
    const late = await browser.attempt(editInformation, { body: { information } });
    expect(late.error().type).toBe("StepOutOfOrder");
  });

  test("confirming twice gives the same flow and one account", async () => {
    const browser = portal.browser();
    await signUpTo(portal, browser, "confirmation");
    const [first, second] = await Promise.all([
      browser.call(confirmInformation, { body: {} }),
      browser.call(confirmInformation, { body: {} }),
    ]);
    expect(first).toEqual(second);
  });

  test("terms are agreed to with the box, and not once they have changed", async () => {
    const browser = portal.browser();
    await signUpTo(portal, browser, "account");
    const { agreement, shown } = await browser.call(service, {});
    const without = await browser.attempt(agreeConsent, {
      body: {
        documents: agreement?.documents,
        shown,
        agreed: false,
        promotionalMail: false,
        locale: "en",
      },
    } as never);
    expect(without.error()).toMatchObject({ type: "InvalidInput", fields: [{ path: "agreed" }] });
    const documents = (agreement?.documents ?? []).map((one) => ({ ...one, version: "old" }));
    const answer = await browser.attempt(agreeConsent, {
      body: { documents, shown: shown ?? "", agreed: true, promotionalMail: false, locale: "en" },
    });
    expect(answer.error().type).toBe("TermsChanged");
  });
});

describe("the password", () => {
  test.each([
    ["Short1!", "length"],
    ["alllower1!", "uppercase"],
    ["NoDigitsHere!", "digit"],
    ["Password1!", "common"],
    ["S3kimori-22", "service"],
    ["Hanako-1234", "personal"],
  ])("%s is refused for %s", async (given, rule) => {
    const browser = portal.browser();
    await signUpTo(portal, browser, "information");
    const information = { ...organisation, firstName: "Hanako", lastName: "Sato" };
    const answer = await browser.attempt(editInformation, {
      body: { information, password: given },
    });
    const { type, fields = [] } = answer.error();
    expect(type).toBe("InvalidInput");
    expect(fields[0]).toMatchObject({ path: "password", code: "policy" });
    expect(fields[0]?.params?.rules).toContain(rule);
  });

  test("is required the first time", async () => {
    const browser = portal.browser();
    await signUpTo(portal, browser, "information");
    const answer = await browser.attempt(editInformation, { body: { information: organisation } });
    expect(answer.error().fields).toEqual([{ path: "password", code: "required" }]);
  });
});

describe("leaving and coming back", () => {
  test("a confirmed account that has not agreed resumes where it stopped, by sign-in", async () => {
    const [desk, other] = [portal.browser(), portal.browser()];
    const { email } = await signUpTo(portal, desk, "account", { plan: "detailed" });
    const outcome = await other.call(signIn, { body: { email, password } });
    expect(outcome).toMatchObject({
      status: "SERVICE_AGREE",
      flow: { step: "payment", origin: "login" },
    });
    // The first browser is told that it goes on elsewhere, and can take it back by a login of its own.
    const stale = await desk.attempt(service, {});
    expect([stale.status, stale.error().type]).toEqual([409, "ContinuedElsewhere"]);
    await desk.call(signIn, { body: { email, password } });
    expect((await desk.call(service, {})).flow.step).toBe("payment");
    expect((await other.attempt(service, {})).error().type).toBe("ContinuedElsewhere");
    await other.call(signIn, { body: { email, password } });
    await submitCard(portal, other, cards.success);
    await agree(other);
    expect((await other.call(getMyProfile, {})).plan.id).toBe("detailed");
    // That it is complete is told to nobody who has not logged in.
    expect((await desk.attempt(service, {})).error().type).toBe("ContinuedElsewhere");
  });

  test("a sign-up left before its confirmation answers UserNotConfirmed and sends a new code", async () => {
    const { email } = await signUpTo(portal, portal.browser(), "confirmation");
    const other = portal.browser();
    const refused = await other.attempt(signIn, { body: { email, password } });
    expect(refused.error().type).toBe("UserNotConfirmed");
    const code = codeIn(await portal.mails.nth(email, 2));
    const { flow } = await other.call(confirmSignUp, { body: { code } });
    expect(flow).toMatchObject({ step: "confirmation", hasPassword: true });
    await other.call(confirmInformation, { body: {} });
  });
});

describe("races", () => {
  test("one address confirmed by many sign-ups at once becomes one account", async () => {
    const email = newEmail();
    const browsers = Array.from({ length: 6 }, () => portal.browser());
    for (const browser of browsers) {
      await signUpTo(portal, browser, "confirmation", { email });
    }
    const answers = await Promise.all(
      browsers.map((browser) => browser.attempt(confirmInformation, { body: {} })),
    );
    const types = answers.map((answer) => (answer.status === 200 ? "ok" : answer.error().type));
    expect(types.filter((type) => type === "ok")).toHaveLength(1);
    expect(types.filter((type) => type === "LoginIDExists")).toHaveLength(5);
  });
});
