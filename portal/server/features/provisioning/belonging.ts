import type { PortalContext, PortalTransaction, Queryable } from "../../context.ts";
import { lockAccount } from "../account/account-repository.ts";
import { connectionsOf, findLeads } from "../organisation/domains-in-force.ts";
import { withDomain } from "./person-address.ts";
import type { PersonRow } from "./person-repository.ts";

/** Who of an organisation's members somebody in its directory is, and what they are there. */
export interface Belonging {
  readonly accountId: string;
  readonly role: string;
}

type Described = Pick<PersonRow, "organisation_id" | "external_id" | "email_digest" | "account_id">;

/** Somebody of the directory, and the domain of their address. */
export interface DescribedPerson extends Described {
  readonly domain: string | null;
}

/**
 * The member that a person of the directory is: known already, or signed in by the organisation's provider
 * under the directory's identifier, or else a member with that address. Of several providers it is the one that the
 * person's domain leads to: another may call somebody else by that name. Only who has agreed to be a member is
 * found; an account of the same address that has not is nobody's here.
 */
export async function findBelonging(
  db: Queryable,
  {
    organisation_id: organisationId,
    external_id,
    email_digest,
    account_id,
    domain,
  }: DescribedPerson,
): Promise<Belonging | undefined> {
  const members = db
    .selectFrom("portal.organisation_member as member")
    .innerJoin("portal.account as account", "account.id", "member.account_id")
    .select(["member.account_id as accountId", "member.role"])
    .where("member.organisation_id", "=", organisationId)
    .where("account.closed_at", "is", null);
  if (account_id !== null) {
    return members.where("member.account_id", "=", account_id).executeTakeFirst();
  }
  // Somebody whom the directory knows under another entry is that one.
  const free = members.where((eb) =>
    eb.not(
      eb.exists(
        eb
          .selectFrom("portal.scim_user as other")
          .select("other.id")
          .whereRef("other.account_id", "=", "member.account_id")
          .where("other.organisation_id", "=", organisationId),
      ),
    ),
  );
  const connectionId = await connectionFor(db, organisationId, domain);
  const bySubject =
    external_id === null || connectionId === null
      ? undefined
      : await free
          .innerJoin("portal.sso_identity as identity", "identity.account_id", "account.id")
          .innerJoin("portal.sso_connection as connection", (join) =>
            join
              .onRef("connection.id", "=", "identity.connection_id")
              .onRef("connection.issuer", "=", "identity.issuer"),
          )
          .where("connection.id", "=", connectionId)
          .where("identity.subject", "=", external_id)
          .executeTakeFirst();
  return bySubject ?? free.where("account.email_digest", "=", email_digest).executeTakeFirst();
}

/**
 * By which connection somebody is known whose address has a domain: of a domain that is listed by the one that it
 * leads to, or by none, because of people of another company a provider that is left says nothing. Whom no listed
 * domain tells of, the only one knows.
 */
async function connectionFor(
  db: Queryable,
  organisationId: string,
  domain: string | null,
): Promise<string | null> {
  const led = domain === null ? undefined : (await findLeads(db, organisationId)).get(domain);
  if (led !== undefined) return led;
  const [only = null, ...others] = await connectionsOf(db, organisationId);
  return others.length === 0 ? only : null;
}

/** Locks the account of a person of the directory, where they have one: accounts come before entries. */
export async function lockBelonging(tx: PortalTransaction, person: DescribedPerson) {
  const seen = await findBelonging(tx, person);
  const account = seen && (await lockAccount(tx, seen.accountId));
  // While it waited for the lock, somebody may have left, or be another entry's now.
  const belonging = account && (await findBelonging(tx, person));
  return belonging && belonging.accountId === account.id ? { ...belonging, account } : undefined;
}

/**
 * Whether a directory has somebody who comes by one of the organisation's providers, under either of their names:
 * by the provider's own only whom their domain leads there.
 */
export async function findEntry(
  context: Pick<PortalContext, "sealer">,
  tx: PortalTransaction,
  {
    id,
    organisation_id: organisationId,
  }: { readonly id: string; readonly organisation_id: string },
  { subject, emailDigest }: { readonly subject: string; readonly emailDigest: string },
): Promise<PersonRow | undefined> {
  const entries = () =>
    tx
      .selectFrom("portal.scim_user")
      .selectAll()
      .where("organisation_id", "=", organisationId)
      .where("account_id", "is", null)
      .orderBy("active", "desc")
      .orderBy("created_at")
      .forUpdate();
  const named = await entries().where("external_id", "=", subject).executeTakeFirst();
  if (named) {
    const { domain } = withDomain(context, named);
    if ((await connectionFor(tx, organisationId, domain)) === id) return named;
  }
  return entries().where("email_digest", "=", emailDigest).executeTakeFirst();
}

/** Notes which account an entry's person has. */
export async function linkEntry(
  tx: PortalTransaction,
  entryId: string,
  accountId: string,
): Promise<void> {
  await tx
    .updateTable("portal.scim_user")
    .set({ account_id: accountId })
    .where("id", "=", entryId)
    .execute();
}
