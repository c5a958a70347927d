import type { TestClient } from "@sekimori/kit-development/testing";
import type { PlanId } from "@sekimori/portal-contract/plans";
import { codeIn } from "./memory-mailer.ts";
import { organisation, type Stop, walkSignUp } from "./sign-up-calls.ts";
import type { TestPortal } from "./test-portal.ts";

let counter = 0;

/** An address nobody has used yet. */
export function newEmail(): string {
  counter += 1;
  return `member${counter}@example.com`;
}

interface Options {
  readonly email?: string;
  readonly plan?: PlanId;
  readonly locale?: "ja" | "en";
}

/** Brings a browser's sign-up, an organisation's, to a step. */
export async function signUpTo(
  { mails }: Pick<TestPortal, "mails">,
  browser: TestClient,
  stop: Stop,
  { email = newEmail(), plan, locale }: Options = {},
): Promise<{ readonly email: string }> {
  const before = mails.to(email).length;
  const code = async () => codeIn(await mails.nth(email, before + 1));
  await walkSignUp(browser, stop, { email, plan, locale, information: organisation, code });
  return { email };
}

/** A complete member of the free plan, signed in with `browser`. */
export async function newMember(
  portal: Pick<TestPortal, "mails">,
  browser: TestClient,
  options: Pick<Options, "email" | "locale"> = {},
): Promise<{ readonly email: string }> {
  const member = await signUpTo(portal, browser, "member", options);
  // So that a test that counts mails from here on is not met by the confirmation.
  await portal.mails.nth(member.email, 2);
  return member;
}

/** The id of the account with an address. */
export async function accountIdOf(
  { context, database }: Pick<TestPortal, "context" | "database">,
  email: string,
): Promise<string> {
  const { id } = await database.db
    .selectFrom("portal.account")
    .select("id")
    .where("email_digest", "=", context.digests.email(email))
    .executeTakeFirstOrThrow();
  return id;
}
