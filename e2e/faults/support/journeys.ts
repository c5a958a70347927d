import { randomUUID } from "node:crypto";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
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
import { Person } from "./person.ts";
import type { Surroundings } from "./standing.ts";

export const password = "Kaze-no-Oto1";

export const information: AccountInformation = {
  userType: "2",
  firstName: "花子",
  lastName: "山本",
  postalCode: "1000001",
  addrState: "13",
  addrCity: "千代田区",
  addrLine1: "千代田1-1",
  addrLine2: "",
};

/** An address that nobody has used. */
export function newEmail(name = "person"): string {
  return `${name}-${randomUUID()}@people.example`;
}

export type Stop = "verification" | "information" | "confirmation" | "account" | "member";

/** Brings a person's sign-up to a step; "member" has agreed and is signed in. */
export async function signUpTo(
  { mails }: Pick<Surroundings, "mails">,
  person: Person,
  stop: Stop,
  options: { readonly email?: string; readonly plan?: PlanId } = {},
): Promise<string> {
  const { email = newEmail(), plan = "free" } = options;
  await person.call(signUp, { body: { email, plan, locale: "en" } });
  if (stop === "verification") return email;
  await person.call(confirmSignUp, { body: { code: await mails.code(email) } });
  if (stop === "information") return email;
  await person.call(editInformation, { body: { information, password } });
  if (stop === "confirmation") return email;
  await person.call(confirmInformation, { body: {} });
  if (stop === "account") return email;
  await agree(person);
  return email;
}

/** Agrees to what is shown. */
export async function agree(person: Person): Promise<void> {
  const { agreement } = await person.call(service, {});
  await person.call(agreeConsent, {
    body: {
      documents: agreement?.documents ?? [],
      agreed: true,
      promotionalMail: false,
      locale: "en",
    },
  });
}

export interface Member {
  readonly email: string;
  readonly person: Person;
}

/** A new member of the free plan, signed in. */
export async function newMember(
  surroundings: Pick<Surroundings, "mails" | "origin">,
  email = newEmail(),
): Promise<Member> {
  const person = new Person(surroundings.origin);
  await signUpTo(surroundings, person, "member", { email });
  return { email, person };
}

/** Signs a person in by password. */
export function signInAs(person: Person, email: string, secret: string = password) {
  return person.attempt(signIn, { body: { email, password: secret } });
}

/** Cards of the sandbox's payment company that behave in a known way. */
export const cards = {
  success: "4111110000001003",
  challenge: "4111110000002001",
} as const;

/** Submits a card under an attempt, as the payment step does. */
export async function submitCard(
  { company }: Surroundings,
  person: Person,
  number: string,
  attempt: string = randomUUID(),
) {
  const cardToken = await company.token(number);
  return person.attempt(signUpWithCard, { body: { attempt, cardToken } });
}

/**
 * What the holder does on the 3-D Secure page.
 *
 * @returns the form with which the browser comes back, not yet sent.
 */
export async function passChallenge(
  { company }: Surroundings,
  redirectUrl: string | null,
): Promise<{ readonly path: string; readonly registration: string }> {
  const page = await company.answerChallenge(redirectUrl, { code: "123456" });
  const action = /action="([^"]+)"/.exec(page)?.[1];
  const registration = /name="registration" value="([^"]+)"/.exec(page)?.[1];
  if (action === undefined || registration === undefined) throw new Error(`No way back: ${page}`);
  return { path: new URL(action).pathname, registration };
}

/** The cross-site form post that brings the browser back: no cookies, a foreign origin. */
export function comeBack(
  { origin, company }: Surroundings,
  path: string,
  registration: string,
): Promise<Response> {
  return fetch(`${origin}${path}`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: company.origin, "sec-fetch-site": "cross-site" },
    body: new URLSearchParams({ registration }),
  });
}
