import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import type { LinkedIdentity } from "@sekimori/portal-contract/endpoints/linked-identities";
import type { PortalContext, Queryable } from "../../context.ts";
import { nameOfExternalId, providerName } from "../../external-id-name.ts";
import { externalIdUnlinkedMail } from "../../mails/external-id-mails.ts";
import { findAccount } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { openPersonalData } from "../account/personal-data.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import { domainsOfConnection } from "../organisation/domains-in-force.ts";
import { forgetProviderGroups } from "../organisation/group-role-repository.ts";
import { mailDomainOf } from "../organisation/mail-domain.ts";
import { leave } from "../organisation/organisation-repository.ts";
import { type LockableMember, lockMember } from "../session/lock-member.ts";
import { deleteSessions } from "../session/session-repository.ts";

/** The external IDs by which an account logs in, its organization's identity provider among them. */
export async function identitiesOf(
  { settings, sealer, clock }: Pick<PortalContext, "settings" | "sealer" | "clock">,
  db: Queryable,
  accountId: string,
): Promise<(LinkedIdentity & { readonly issuer: string })[]> {
  const account = await findAccount(db, accountId);
  const rows = await db
    .selectFrom("portal.external_identity")
    .select(["id", "issuer", "linked_at"])
    .where("account_id", "=", accountId)
    .orderBy("linked_at")
    .orderBy("id")
    .execute();
  const ofOrganisations = await db
    .selectFrom("portal.sso_identity as identity")
    .innerJoin("portal.sso_connection as connection", "connection.id", "identity.connection_id")
    .select(["identity.id", "identity.issuer", "identity.linked_at"])
    .select(["connection.id as connectionId", "connection.organisation_id"])
    .select((eb) =>
      eb
        .and([
          eb("connection.enabled_at", "is not", null),
          eb("connection.issuer", "=", eb.ref("identity.issuer")),
        ])
        .as("isOn"),
    )
    .where("identity.account_id", "=", accountId)
    .orderBy("identity.linked_at")
    .orderBy("identity.id")
    .execute();
  const domain =
    account && mailDomainOf(openPersonalData(sealer, accountId, account.personal).email);
  const signsIn = new Set(rows.map(({ id }) => id));
  for (const { id, isOn, connectionId, organisation_id } of ofOrganisations) {
    if (!domain || !isOn) continue;
    const about = { id: connectionId, organisation_id };
    if ((await domainsOfConnection(db, about, clock.now())).includes(domain)) signsIn.add(id);
  }
  return [...rows, ...ofOrganisations].map(({ id, issuer, linked_at: linkedAt }) => ({
    id,
    issuer,
    provider: providerName(settings, issuer),
    linkedAt: linkedAt.toISOString(),
    // Another counts only where it signs somebody in now: not where it is off, or the domain leads elsewhere.
    onlyWayIn: !account?.password_hash && ![...signsIn].some((other) => other !== id),
  }));
}

/** Whether a connection of the organisation is linked still: who has one belongs to it. */
async function isLinked(db: Queryable, accountId: string): Promise<boolean> {
  const left = await db
    .selectFrom("portal.sso_identity")
    .select("id")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return left !== undefined;
}

/**
 * Unlinks an external ID, ends every session but this one, and tells the owner.
 *
 * @throws AppError NotFound, OnlyWayIn, SessionExpired.
 */
export async function unlinkIdentity(
  context: PortalContext,
  member: LockableMember,
  id: string,
  client: ClientInfo,
): Promise<void> {
  const { db, clock } = context;
  const { account_id: accountId, session_id: current } = member;
  const at = clock.now();
  await transaction(db, async (tx) => {
    // Of two that go at once the second is looked at when the first is gone.
    const account = await lockMember(tx, member, at);
    const identity = (await identitiesOf(context, tx, accountId)).find((one) => one.id === id);
    if (!identity) throw new AppError("NotFound");
    if (identity.onlyWayIn) throw new AppError("OnlyWayIn");
    await tx.deleteFrom("portal.external_identity").where("id", "=", id).execute();
    const { numDeletedRows } = await tx
      .deleteFrom("portal.sso_identity")
      .where("id", "=", id)
      .executeTakeFirst();
    // Who is linked to another connection of the organisation belongs to it still.
    if (numDeletedRows > 0n && !(await isLinked(tx, accountId))) await leave(tx, accountId);
    // Nobody can tell which of its providers said the groups of who stays; the next login says them anew.
    if (numDeletedRows > 0n) await forgetProviderGroups(tx, accountId);
    // Whoever holds the identity may be signed in by it, or be about to be.
    await deleteSessions(tx, accountId, current);
    await tx.deleteFrom("portal.sign_in_attempt").where("account_id", "=", accountId).execute();
    const isNamed = identity.issuer === context.settings.externalIdIssuer;
    const name = isNamed ? nameOfExternalId(context.settings) : undefined;
    await mailMember(context, tx, account, (sender, locale) =>
      externalIdUnlinkedMail(sender, locale, name),
    );
    const event = { accountId, at, client };
    await appendAudit(tx, { ...event, action: "external-id.unlinked" });
  });
}
