import { randomUUID } from "node:crypto";
import type { Locale } from "@sekimori/kit-contract/locale";
import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { providerName } from "../../external-id-name.ts";
import { organisationJoinedMail } from "../../mails/organisation-mails.ts";
import {
  type AccountRow,
  findAccount,
  findAccountByEmail,
  insertAccount,
  updateAccount,
} from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import { findApp } from "../authenticators/authenticator-repository.ts";
import { findPasskeys } from "../authenticators/passkey-repository.ts";
import { stopDelay } from "../authenticators/recovery-delay.ts";
import { deleteTrusts } from "../authenticators/trusted-browser-repository.ts";
import { insertAgreement } from "../contract/agreement-repository.ts";
import { beginContract } from "../contract/contract-service.ts";
import { finalConfirmation, planStart, shownOf } from "../contract/final-confirmation.ts";
import { unlinkExternalIds } from "../external-id/identity-repository.ts";
import { areCurrent, type DocumentVersion } from "../legal/documents.ts";
import { revokeAllGrants } from "../openid/clients/connected-applications-repository.ts";
import { domainsOfConnection } from "../organisation/domains-in-force.ts";
import { keepProviderGroups } from "../organisation/group-role-repository.ts";
import { mailDomainOf } from "../organisation/mail-domain.ts";
import { findOrganisation, joinAs } from "../organisation/organisation-repository.ts";
import { nameOfOrganisation } from "../organisation/show-organisation.ts";
import { nameOfShown, requireShown } from "../plan/name-of-shown.ts";
import { findEntry, linkEntry } from "../provisioning/belonging.ts";
import type { Browser } from "../session/browser.ts";
import { endAllBeside } from "../session/end-beside.ts";
import { rememberDevice } from "../session/known-device.ts";
import { lockMember } from "../session/lock-member.ts";
import { type MemberRow, personalDataOf } from "../session/member.ts";
import { deleteSession, type NewSession } from "../session/session-repository.ts";
import { beginUnderRules } from "../sign-in/session-length.ts";
import { findAccountRules } from "../sign-in-rules/account-rules.ts";
import { isElsewhere } from "../sign-in-rules/judge.ts";
import {
  type ConnectionRow,
  findConnectionById,
  holdConnection,
  providerHost,
} from "./connection-repository.ts";
import { failed } from "./failure.ts";
import { linkTo } from "./identity-repository.ts";
import { findJoining, type JoiningRow, openJoining, takeJoining } from "./joining-repository.ts";

/** What joining begins with: the free plan's rights and no card, shown to nobody as a plan of their own. */
async function beginning(context: PortalContext, db: PortalContext["db"] | PortalTransaction) {
  const now = context.clock.now();
  const start = await planStart(context, db, {
    accountId: null,
    plan: "free",
    cardDigest: null,
    now,
  });
  return { start, shown: finalConfirmation(context, start, null) };
}

/** Who else may be able to enter an account that existed before. */
async function review({ db, settings }: PortalContext, accountId: string) {
  const identities = await db
    .selectFrom("portal.external_identity")
    .select("issuer")
    .where("account_id", "=", accountId)
    .execute();
  return {
    passkeys: (await findPasskeys(db, accountId)).length,
    app: (await findApp(db, accountId)) !== undefined,
    externalIds: identities.map(({ issuer }) => providerName(settings, issuer)),
  };
}

/** What is asked of who came from a provider for the first time. @throws AppError SingleSignOnFailed. */
export async function showJoiningOf(
  context: PortalContext,
  token: string | undefined,
  member: MemberRow | undefined,
) {
  const { db } = context;
  const row = await findJoining(context, token);
  const connection = row && (await findConnectionById(db, row.connection_id));
  if (!row || !connection) throw failed("expired");
  const organisation = await findOrganisation(db, connection.organisation_id);
  if (connection.enabled_at === null || !organisation) throw failed("off");
  const { email, name } = openJoining(context, row);
  const existing = await findAccountByEmail(db, row.email_digest);
  const isAnother = member !== undefined && member.account_id !== existing?.id;
  const isTheirs = existing !== undefined && member?.account_id === existing.id;
  const { shown } = await beginning(context, db);
  return {
    organisation: await nameOfOrganisation(context, organisation),
    provider: providerHost(connection),
    email,
    name,
    present: isAnother ? personalDataOf(context.sealer, member).email : null,
    account: accountState(existing !== undefined, member !== undefined, isTheirs),
    review: isTheirs ? await review(context, existing.id) : null,
    documents: shown.documents,
    shown: nameOfShown(shownOf("free", shown)),
  };
}

function accountState(exists: boolean, isSignedIn: boolean, isTheirs: boolean) {
  if (!exists) return "none" as const;
  if (isTheirs) return "signed-in" as const;
  return isSignedIn ? ("other" as const) : ("sign-in" as const);
}

/** The question, answered now, and the connection that it is of, kept as it is. */
async function answered(
  context: PortalContext,
  tx: PortalTransaction,
  token: string | undefined,
): Promise<{
  readonly row: JoiningRow;
  readonly connection: ConnectionRow;
  readonly email: string;
}> {
  const now = context.clock.now();
  const row = await takeJoining(tx, token, now);
  if (!row) throw failed("expired");
  const connection = await holdConnection(tx, row.connection_id);
  if (connection?.issuer !== row.issuer || connection.enabled_at === null) throw failed("off");
  const { email } = openJoining(context, row);
  const domains = await domainsOfConnection(tx, connection, now);
  if (!domains.includes(mailDomainOf(email) ?? "")) throw failed("off");
  return { row, connection, email };
}

/** Makes the account a member, linked to who it is at the provider, and tells its owner. */
async function join(
  context: PortalContext,
  tx: PortalTransaction,
  account: AccountRow,
  {
    row,
    connection,
    hasOwnPlan,
    client,
  }: {
    readonly row: JoiningRow;
    readonly connection: ConnectionRow;
    readonly hasOwnPlan: boolean;
    readonly client: ClientInfo;
  },
): Promise<void> {
  const at = context.clock.now();
  const organisationId = connection.organisation_id;
  const membership = { accountId: account.id, organisationId, hasOwnPlan };
  if (!(await joinAs(tx, membership, at))) throw failed("other-organisation");
  const { issuer, subject } = row;
  const key = { connectionId: connection.id, issuer, subject };
  if (row.provider_groups) await keepProviderGroups(tx, account.id, row.provider_groups);
  const names = { subject, emailDigest: row.email_digest };
  const entry = await findEntry(context, tx, connection, names);
  // Whom the directory has switched off does not join; who is on has their entry from now on.
  if (entry && !entry.active) throw new AppError("AccessEnded");
  if (entry) await linkEntry(tx, entry.id, account.id);
  if (!(await linkTo(tx, account.id, key, at))) throw failed("linked-elsewhere");
  const organisation = await findOrganisation(tx, organisationId);
  const name = organisation ? await nameOfOrganisation(context, organisation) : "";
  await mailMember(context, tx, account, (sender, locale) =>
    organisationJoinedMail(sender, locale, { organisation: name, hasOwnPlan }),
  );
  await appendAudit(tx, { accountId: account.id, action: "organisation.joined", at, client });
}

export interface Joining {
  readonly firstName: string;
  readonly lastName: string;
  readonly documents: readonly DocumentVersion[];
  readonly shown: string;
  readonly locale: Locale;
}

/**
 * Makes the account of somebody who had none: the terms are agreed to, and it belongs to the
 * organisation, all of it or nothing, and only once.
 *
 * @throws AppError SingleSignOnFailed, LoginIDExists, TermsChanged, NetworkRefused.
 */
export async function joinAnew(
  context: PortalContext,
  token: string | undefined,
  joining: Joining,
  { client, deviceToken }: Browser,
  present: MemberRow | undefined,
): Promise<{ readonly session: NewSession; readonly deviceToken: string }> {
  const { db, clock, sealer } = context;
  const at = clock.now();
  const { firstName, lastName, locale } = joining;
  return transaction(db, async (tx) => {
    const { row, connection, email } = await answered(context, tx, token);
    if (!areCurrent(joining.documents)) throw new AppError("TermsChanged");
    const { start, shown } = await beginning(context, tx);
    requireShown(shownOf("free", shown), joining.shown);
    const accountId = randomUUID();
    const noAddress = { postalCode: "", addrState: "", addrCity: "", addrLine1: "", addrLine2: "" };
    const isNew = await insertAccount(tx, sealer, {
      id: accountId,
      emailDigest: row.email_digest,
      personal: { email, information: { userType: "2", firstName, lastName, ...noAddress } },
      language: locale,
      passwordHash: null,
      external: null,
      createdAt: at,
    });
    if (!isNew) throw new AppError("LoginIDExists");
    await updateAccount(tx, accountId, { is_agree_service: true, monthly_summary: false });
    await insertAgreement(tx, {
      accountId,
      plan: "free",
      shown,
      locale,
      promotionalMail: false,
      at,
      client,
    });
    await beginContract(tx, { accountId, start, cardDigest: null, now: at });
    const account = await findAccount(tx, accountId);
    if (!account) throw new Error("The account that was made is not there.");
    await appendAudit(tx, { accountId, action: "terms.agreed", at, client });
    await appendAudit(tx, { accountId, action: "sign-up.completed", at, client });
    await join(context, tx, account, { row, connection, hasOwnPlan: false, client });
    const rules = await findAccountRules(tx, accountId, at);
    if (isElsewhere(rules.networks, client.ipAddress)) throw new AppError("NetworkRefused");
    // Another account was signed in here; the question said that its session ends.
    if (present) {
      const { account_id: left, session_id: sessionId } = present;
      await deleteSession(tx, left, sessionId);
      await appendAudit(tx, { accountId: left, action: "sign-out", at, client });
    }
    const proof = {
      firstFactor: "external" as const,
      secondFactor: null,
      providerAmr: row.provider_amr,
      providerAcr: row.provider_acr,
      providerLogin: row.sso_login_id,
    };
    const session = await beginUnderRules(tx, accountId, rules, { client, now: at, proof });
    const device = await rememberDevice(context, tx, accountId, deviceToken, at);
    return { session, deviceToken: device.token };
  });
}

/**
 * Links an account that existed before, at the wish of its owner, who is signed in to it. Whatever
 * somebody may have opened before ends: other sessions, half-done sign-ins, trust in browsers, pending
 * changes of the address, resets, what applications were granted, external IDs.
 *
 * @throws AppError SingleSignOnFailed, Conflict where the address is another account's, SessionExpired.
 */
export async function linkExisting(
  context: PortalContext,
  token: string | undefined,
  member: MemberRow,
  { client, deviceToken }: Browser,
): Promise<void> {
  const { db, clock } = context;
  const at = clock.now();
  await transaction(db, async (tx) => {
    const account = await lockMember(tx, member, at);
    const { row, connection } = await answered(context, tx, token);
    if (account.email_digest !== row.email_digest) throw new AppError("Conflict");
    await endAllBeside(tx, account.id, { sessionId: member.session_id, deviceToken });
    await deleteTrusts(tx, account.id);
    await revokeAllGrants(tx, account.id);
    await stopDelay(context, tx, account, "proved", client);
    if (await unlinkExternalIds(tx, account.id)) {
      const event = { accountId: account.id, at, client };
      await appendAudit(tx, { ...event, action: "external-id.unlinked" });
    }
    await join(context, tx, account, { row, connection, hasOwnPlan: true, client });
  });
}

/** Forgets the question. */
export async function decline({ db, clock }: PortalContext, token: string | undefined) {
  await transaction(db, (tx) => takeJoining(tx, token, clock.now()));
}
