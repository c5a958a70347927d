import type { Locale } from "@sekimori/kit-contract/locale";
import type { PortalContext } from "../../context.ts";
import type { ExternalIdentity, VisitAnswer } from "../../ports/external-identity.ts";
import { openPersonalData } from "../account/personal-data.ts";
import { domainsInForce } from "../organisation/domains-in-force.ts";
import { mailDomainOf } from "../organisation/mail-domain.ts";
import type { Browser } from "../session/browser.ts";
import type { MemberRow } from "../session/member.ts";
import { continueSignIn, type SignInResult } from "../sign-in/sign-in-service.ts";
import { type ConnectionRow, clientOf, findConnectionById } from "./connection-repository.ts";
import { connectionToTest } from "./connection-service.ts";
import { failed, ofProvider } from "./failure.ts";
import { findLinked } from "./identity-repository.ts";
import { connectionOfDomain } from "./in-force.ts";
import { insertJoining } from "./joining-repository.ts";
import { judgeAddress } from "./judge-address.ts";
import { finishTest } from "./test-service.ts";
import { keepVisit, newState, takeVisit } from "./visit-repository.ts";

/** Where a visit led: what a sign-in answers, a test's end, or the question whether to join. */
export type VisitResult =
  | SignInResult
  | { readonly status: "TESTED" }
  | { readonly status: "JOIN"; readonly joiningToken: string };

interface Begun {
  readonly locale: Locale;
  readonly browserToken: string;
  readonly loginHint?: string;
  readonly testerId?: string;
}

async function begin(context: PortalContext, row: ConnectionRow, begun: Begun): Promise<string> {
  const { locale, browserToken, loginHint, testerId } = begun;
  const state = newState();
  try {
    const provider = context.organisationProvider(clientOf(context, row));
    const hint = loginHint === undefined ? {} : { loginHint };
    const { url, secrets } = await provider.begin({ state, locale, ...hint });
    const visit = { connectionId: row.id, revision: row.revision, testerId, secrets };
    await keepVisit(context, state, browserToken, visit);
    return url;
  } catch (error) {
    throw ofProvider(error);
  }
}

/**
 * Begins a sign-in at the provider of the organisation that holds an address's domain. Accounts are not
 * looked at, so an address with one and an address without are one answer.
 *
 * @returns null where no organisation with single sign-on holds it.
 * @throws AppError SingleSignOnFailed.
 */
export async function beginFor(
  context: PortalContext,
  email: string,
  locale: Locale,
  browserToken: string,
): Promise<string | null> {
  const domain = mailDomainOf(email);
  const row = domain && (await connectionOfDomain(context.db, domain, context.clock.now()));
  return row ? begin(context, row, { locale, browserToken, loginHint: email }) : null;
}

/** Begins a test of the owner's connection, whether it is on or not. @throws AppError NotFound, OrganisationNotIncluded, SingleSignOnFailed. */
export async function beginTest(
  context: PortalContext,
  { account_id: testerId, language: locale }: Pick<MemberRow, "account_id" | "language">,
  browserToken: string,
): Promise<string> {
  const row = await connectionToTest(context, testerId);
  return begin(context, row, { locale, browserToken, testerId });
}

interface Returned {
  readonly organisationId: string;
  readonly state: string;
  readonly answer: VisitAnswer;
  readonly browserToken: string | undefined;
  readonly browser: Browser;
  /** Who is signed in here: a test is its owner's. */
  readonly findMember: () => Promise<MemberRow | undefined>;
}

/**
 * Completes a visit: this browser began it, the provider's answer is good, and the connection is what it
 * was. Somebody who is linked is signed in; anybody else whose address counts is asked.
 *
 * @throws AppError SingleSignOnFailed with `data.reason`.
 */
export async function completeVisit(
  context: PortalContext,
  { organisationId, state, answer, browserToken, browser, findMember }: Returned,
): Promise<VisitResult> {
  const visit = browserToken && (await takeVisit(context, state, browserToken));
  if (!visit) throw failed("expired");
  const row = await findConnectionById(context.db, visit.connectionId);
  // An answer that came to another organisation's address is another provider's.
  if (row?.organisation_id !== organisationId) throw failed("expired");
  const ask = () =>
    context
      .organisationProvider(clientOf(context, row))
      .complete(answer, { ...visit.secrets, state });
  if (visit.testerId !== undefined) {
    const member = await findMember();
    if (member?.account_id !== visit.testerId) throw failed("expired");
    await finishTest(context, member, { row, revision: visit.revision, ask }, browser.client);
    return { status: "TESTED" };
  }
  if (row.enabled_at === null || row.revision !== visit.revision) throw failed("off");
  try {
    return await continueWith(context, row, await ask(), browser);
  } catch (error) {
    throw ofProvider(error);
  }
}

async function continueWith(
  context: PortalContext,
  row: ConnectionRow,
  told: ExternalIdentity,
  browser: Browser,
): Promise<VisitResult> {
  const { db, clock, sealer } = context;
  const domains = await domainsInForce(db, row.organisation_id, clock.now());
  if (domains.length === 0) throw failed("off");
  // A customer runs this provider. Its word on how somebody signed in is passed on, but no class of its
  // own counts as one of ours: applications of others, and those who operate, rely on that.
  const identity: ExternalIdentity = { ...told, acr: null };
  const { issuer, subject } = identity;
  const linked = await findLinked(db, { connectionId: row.id, issuer, subject });
  if (linked) {
    // The organisation's word counts for accounts of its own domains only, whatever the link says.
    const { email } = openPersonalData(sealer, linked.id, linked.personal);
    if (!domains.includes(mailDomainOf(email) ?? "")) throw failed("account-elsewhere");
    return continueSignIn(context, linked.id, browser, { external: identity });
  }
  const judged = judgeAddress(identity, domains);
  if (judged.is !== "good") throw failed(judged.is);
  const joiningToken = await insertJoining(context, row, identity, judged.email);
  return { status: "JOIN", joiningToken };
}
