import type { TestClient } from "@sekimori/kit-server/testing";
import {
  agreeConsent,
  confirmInformation,
  confirmSignUp,
  editInformation,
  service,
  signUp,
  signUpWithCard,
} from "@sekimori/portal-contract/endpoints/sign-up";
import type { AccountInformation } from "@sekimori/portal-contract/fields";
import type { PlanId } from "@sekimori/portal-contract/plans";
import { codeIn } from "./memory-mailer.ts";
import type { TestPortal } from "./test-portal.ts";

export const password = "Kaze-no-Oto1";

export const organisation: AccountInformation = {
  userType: "1",
  companyName: "関守商店",
  corporateNumber: "7000012050002",
  firstName: "花子",
  lastName: "山本",
  postalCode: "1000001",
  addrState: "13",
  addrCity: "千代田区",
  addrLine1: "千代田1-1",
  addrLine2: "",
};

/** Sentinel cards of the sandbox's payment company. */
export const cards = {
  success: "4111110000001003",
  challenge: "4111110000002001",
  challengeFails: "4111110000002100",
  challengeSlow: "4111110000002209",
  declined: "4111110000003009",
  gatewayError: "4111110000003306",
} as const;

let counter = 0;

/** An address nobody has used yet. */
export function newEmail(): string {
  counter += 1;
  return `member${counter}@example.com`;
}

type Step = "verification" | "information" | "confirmation" | "account";

/** Brings a browser's sign-up to a step; "account" is the step after the confirmation. */
export async function signUpTo(
  portal: TestPortal,
  browser: TestClient,
  step: Step,
  options: { readonly email?: string; readonly plan?: PlanId; readonly locale?: "ja" | "en" } = {},
): Promise<{ readonly email: string }> {
  const { email = newEmail(), plan = "free", locale = "en" } = options;
  const before = portal.mails.to(email).length;
  await browser.call(signUp, { body: { email, plan, locale } });
  if (step === "verification") return { email };
  const code = codeIn(await portal.mails.nth(email, before + 1));
  await browser.call(confirmSignUp, { body: { code } });
  if (step === "information") return { email };
  await browser.call(editInformation, { body: { information: organisation, password } });
  if (step === "confirmation") return { email };
  await browser.call(confirmInformation, { body: {} });
  return { email };
}

/** Agrees to what is shown; the browser is signed in afterwards. */
export async function agree(browser: TestClient): Promise<void> {
  const { agreement } = await browser.call(service, {});
  await browser.call(agreeConsent, {
    body: {
      documents: agreement?.documents ?? [],
      agreed: true,
      promotionalMail: false,
      locale: "en",
    },
  });
}

/** Registers the card that passes without a challenge. */
export async function payWith(
  portal: TestPortal,
  browser: TestClient,
  number: string,
  attempt: string = crypto.randomUUID(),
) {
  const cardToken = await portal.company.token(number);
  return browser.attempt(signUpWithCard, { body: { attempt, cardToken } });
}

/** A complete member of the free plan, signed in with `browser`. */
export async function newMember(
  portal: TestPortal,
  browser: TestClient,
  options: { readonly email?: string; readonly locale?: "ja" | "en" } = {},
): Promise<{ readonly email: string }> {
  const member = await signUpTo(portal, browser, "account", options);
  await agree(browser);
  // So that a test that counts mails from here on is not met by the confirmation.
  await portal.mails.nth(member.email, 2);
  return member;
}
