import type { Locale } from "@sekimori/kit-contract/locale";
import {
  type SingleSignOnFailure,
  singleSignOnFailures,
} from "@sekimori/portal-contract/endpoints/single-sign-on";
import type { PortalContext } from "../../context.ts";
import type { ExternalIdentity, VisitAnswer } from "../../ports/external-identity.ts";
import { openPersonalData } from "../account/personal-data.ts";
import { domainsOfConnection } from "../organisation/domains-in-force.ts";
import { groupsSaidTo, keepProviderGroups } from "../organisation/group-role-repository.ts";
import { mailDomainOf } from "../organisation/mail-domain.ts";
import type { Browser } from "../session/browser.ts";
import type { MemberRow } from "../session/member.ts";
import { continueFromProvider, type OtherAccount } from "../sign-in/other-account.ts";
import type { SignInResult } from "../sign-in/sign-in-service.ts";
import { useAssertion } from "./assertion-repository.ts";
import {
  addressOf,
  type ConnectionRow,
  clientOf,
  findConnectionAt,
  findConnectionById,
} from "./connection-repository.ts";
import { type ConnectionChoice, connectionToTest } from "./connection-service.ts";
import { failed, ofProvider } from "./failure.ts";
import { findLinked } from "./identity-repository.ts";
import { connectionOfDomain } from "./in-force.ts";
import { insertJoining } from "./joining-repository.ts";
import { judgeAddress } from "./judge-address.ts";
import { insertLogin } from "./login-repository.ts";
import { samlClientOf } from "./saml-client.ts";
import { finishTest } from "./test-service.ts";
import {
  isGoingRound,
  keepVisit,
  newState,
  type TakenVisit,
  takeVisit,
} from "./visit-repository.ts";

/** Where a visit led: what a sign-in answers, a test's end, or the question whether to join. */
export type VisitResult =
  | SignInResult
  | OtherAccount
  | { readonly status: "TESTED"; readonly connection: string }
  | { readonly status: "JOIN"; readonly joiningToken: string };

interface Begun {
  readonly beganAtProvider?: boolean;
  readonly locale: Locale;
  readonly browserToken: string;
  readonly loginHint?: string;
  readonly testerId?: string;
}

async function begin(context: PortalContext, row: ConnectionRow, begun: Begun): Promise<string> {
  const { locale, browserToken, loginHint, testerId, beganAtProvider = false } = begun;
  const state = newState();
  const hint = loginHint === undefined ? {} : { loginHint };
  try {
    const { url, secrets } =
      row.protocol === "saml"
        ? await context.saml.provider(await samlClientOf(context, row)).begin(state)
        : await context
            .organisationProvider(clientOf(context, row))
            .begin({ state, locale, ...hint });
    const { id: connectionId, revision } = row;
    const visit = { connectionId, revision, testerId, beganAtProvider, secrets };
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
  choice: ConnectionChoice,
  browserToken: string,
): Promise<string> {
  const row = await connectionToTest(context, testerId, choice);
  return begin(context, row, { locale, browserToken, testerId });
}

/**
 * Begins a sign-in that began at the provider: what it sent is not looked at, because it may be anybody's
 * who had the browser send it. The provider is asked, and answers this browser.
 *
 * @throws AppError SingleSignOnFailed: unsolicited where the connection does not allow it, no-relay-state
 *   where it was asked a few times just now and its answers never said to what.
 */
export async function beginAtProvider(
  context: PortalContext,
  address: string,
  locale: Locale,
  browserToken: string,
): Promise<string> {
  const { db, clock } = context;
  const row = await findConnectionAt(db, address);
  if (row?.protocol !== "saml" || row.enabled_at === null) throw failed("off");
  if (!row.allows_provider_start) throw failed("unsolicited");
  if ((await domainsOfConnection(db, row, clock.now())).length === 0) throw failed("off");
  if (await isGoingRound(context, row.id, browserToken)) throw failed("no-relay-state");
  return begin(context, row, { locale, browserToken, beganAtProvider: true });
}

interface Returned {
  readonly address: string;
  readonly state: string;
  readonly answer: VisitAnswer;
  readonly browserToken: string | undefined;
  readonly browser: Browser;
  /** Who is signed in here: a test is its owner's, and nobody becomes somebody else unasked. */
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
  { address, state, answer, browserToken, browser, findMember }: Returned,
): Promise<VisitResult> {
  const visit = browserToken && (await takeVisit(context, state, browserToken));
  if (!visit) throw failed(reasonGiven(answer));
  const row = await findConnectionById(context.db, visit.connectionId);
  // An answer that came to another connection's address is another provider's.
  if (!row || addressOf(row) !== address) throw failed("expired");
  const ask = () => askProvider(context, row, visit, { ...answer, state });
  if (visit.testerId !== undefined) {
    const member = await findMember();
    if (member?.account_id !== visit.testerId) throw failed("expired");
    await finishTest(context, member, { row, revision: visit.revision, ask }, browser.client);
    return { status: "TESTED", connection: row.id };
  }
  if (row.enabled_at === null || row.revision !== visit.revision) throw failed("off");
  try {
    return await continueWith(context, row, await ask(), { browser, findMember });
  } catch (error) {
    throw ofProvider(error);
  }
}

/** Why an answer belongs to no visit, where the address that it was posted to has said so. */
const reasonGiven = ({ error }: VisitAnswer): SingleSignOnFailure =>
  singleSignOnFailures.find((one) => one === error) ?? "expired";

/** Who it is, in the words of the visit's provider. @throws ExternalIdentityError, AppError. */
async function askProvider(
  context: PortalContext,
  row: ConnectionRow,
  { secrets, posted }: TakenVisit,
  answer: VisitAnswer & { readonly state: string },
): Promise<ExternalIdentity> {
  const isSaml = row.protocol === "saml";
  if (isSaml !== "requestId" in secrets) throw failed("off");
  if (!("requestId" in secrets)) {
    const provider = context.organisationProvider(clientOf(context, row));
    return provider.complete(answer, { ...secrets, state: answer.state });
  }
  if (posted === undefined) throw failed("expired");
  const provider = context.saml.provider(await samlClientOf(context, row));
  const { identity, assertionId } = await provider.complete(posted, secrets);
  if (!(await useAssertion(context, row.id, assertionId))) throw failed("untrusted");
  return identity;
}

async function continueWith(
  context: PortalContext,
  row: ConnectionRow,
  told: ExternalIdentity,
  { browser, findMember }: Pick<Returned, "browser" | "findMember">,
): Promise<VisitResult> {
  const { db, clock, sealer } = context;
  const domains = await domainsOfConnection(db, row, clock.now());
  if (domains.length === 0) throw failed("off");
  // A customer runs this provider. Its word on how somebody signed in is passed on, but no class of its
  // own counts as one of ours: applications of others, and those who operate, rely on that.
  const identity: ExternalIdentity = { ...told, acr: null };
  const { issuer, subject } = identity;
  const groups = await groupsSaidTo(db, row.organisation_id, identity);
  const linked = await findLinked(db, { connectionId: row.id, issuer, subject });
  if (linked) {
    // The organisation's word counts for accounts of its own domains only, whatever the link says.
    const { email } = openPersonalData(sealer, linked.id, linked.personal);
    if (!domains.includes(mailDomainOf(email) ?? "")) throw failed("account-elsewhere");
    if (groups) await keepProviderGroups(db, linked.id, groups);
    const loginId = await insertLogin(context, row, identity);
    const external = { ...identity, loginId };
    return continueFromProvider(context, linked.id, await findMember(), browser, external);
  }
  const judged = judgeAddress(identity, domains);
  if (judged.is !== "good") throw failed(judged.is);
  const about = { groups, loginId: await insertLogin(context, row, identity) };
  const joiningToken = await insertJoining(context, row, identity, judged.email, about);
  return { status: "JOIN", joiningToken };
}
