import { randomUUID } from "node:crypto";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import type { PlanId } from "@sekimori/portal-contract/plans";
import {
  individual,
  password,
  type Stop,
  walkSignUp,
} from "@sekimori/portal-server/testing/sign-up-calls";
import { Person } from "./person.ts";
import type { Surroundings } from "./standing.ts";

/** An address that nobody has used. */
export function newEmail(name = "person"): string {
  return `${name}-${randomUUID()}@people.example`;
}

/** Brings a person's sign-up to a step. */
export async function signUpTo(
  { mails }: Pick<Surroundings, "mails">,
  person: Person,
  stop: Stop,
  { email = newEmail(), plan }: { readonly email?: string; readonly plan?: PlanId } = {},
): Promise<string> {
  const code = () => mails.code(email);
  await walkSignUp(person, stop, { email, plan, information: individual, code });
  return email;
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
