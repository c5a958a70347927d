import { sql } from "kysely";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { domainLapsedMail, domainUnseenMail } from "../../mails/organisation-mails.ts";
import { mailMembers } from "../account/mail-member.ts";
import { type AuditAction, appendAudit, type ClientInfo } from "../audit/audit.ts";
import { afterUnseen, domainRecord, type Look } from "./domain-proof.ts";
import { type DomainRow, findOwners } from "./organisation-repository.ts";

/** Whether the organisation has the domain alone: proved, and not lapsed since. */
export const isHeld = ({ proved_at, lapsed_at }: Pick<DomainRow, "proved_at" | "lapsed_at">) =>
  proved_at !== null && lapsed_at === null;

/** Who looked, where it was a person. */
export interface Looker {
  readonly accountId: string;
  readonly client: ClientInfo;
}

/** Of two organisations that find their records at the same moment, one comes after the other. */
async function isHeldElsewhere(tx: PortalTransaction, row: DomainRow): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`organisation-domain:${row.domain}`}, 0))`.execute(
    tx,
  );
  const held = await tx
    .selectFrom("portal.organisation_domain")
    .select("id")
    .where("domain", "=", row.domain)
    .where("id", "!=", row.id)
    .where("proved_at", "is not", null)
    .where("lapsed_at", "is", null)
    .executeTakeFirst();
  return held !== undefined;
}

async function noteForOwners(
  tx: PortalTransaction,
  owners: readonly string[],
  { action, domain, at }: { action: AuditAction; domain: string; at: Date },
): Promise<void> {
  for (const accountId of owners) {
    await appendAudit(tx, { accountId, action, at, client: null, detail: { domain } });
  }
}

async function keepUnseen(
  context: PortalContext,
  tx: PortalTransaction,
  row: DomainRow,
  at: Date,
): Promise<Partial<DomainRow>> {
  const { domain, token } = row;
  const unseen = afterUnseen(row, at);
  if (unseen.is === "waiting") return {};
  const owners = await findOwners(tx, row.organisation_id);
  const mailed = owners.map((accountId) => ({ accountId }));
  if (unseen.is === "lapsed") {
    await noteForOwners(tx, owners, { action: "domain.lapsed", domain, at });
    await mailMembers(
      context,
      tx,
      mailed.map((one) => ({
        ...one,
        write: (sender, locale) => domainLapsedMail(sender, locale, domain),
      })),
    );
    return { lapsed_at: at, unseen_since: null, warnings: 0 };
  }
  const { lapsesAt, warnings } = unseen;
  if (row.unseen_since === null) {
    await noteForOwners(tx, owners, { action: "domain.unseen", domain, at });
  }
  const about = { domain, lapsesAt, record: domainRecord(domain, token) };
  await mailMembers(
    context,
    tx,
    mailed.map((one) => ({
      ...one,
      write: (sender, locale) => domainUnseenMail(sender, locale, about),
    })),
  );
  return { unseen_since: row.unseen_since ?? at, warnings };
}

async function afterLook(
  context: PortalContext,
  tx: PortalTransaction,
  row: DomainRow,
  { look, at, by }: { readonly look: Look; readonly at: Date; readonly by: Looker | undefined },
): Promise<Partial<DomainRow>> {
  if (look !== "found") {
    return { problem: look, ...(isHeld(row) ? await keepUnseen(context, tx, row, at) : {}) };
  }
  if (isHeld(row)) return { problem: null, unseen_since: null, warnings: 0 };
  if (await isHeldElsewhere(tx, row)) return { problem: "held" };
  if (by !== undefined) {
    const detail = { domain: row.domain };
    await appendAudit(tx, { ...by, action: "domain.proved", at, detail });
  }
  return { problem: null, proved_at: at, lapsed_at: null, unseen_since: null, warnings: 0 };
}

/**
 * Writes down what a look for a domain's record found. A look at what has been looked at meanwhile, or
 * was removed, changes nothing.
 */
export async function keepLook(
  context: PortalContext,
  tx: PortalTransaction,
  seen: DomainRow,
  what: { readonly look: Look; readonly at: Date; readonly by: Looker | undefined },
): Promise<void> {
  const row = await tx
    .selectFrom("portal.organisation_domain")
    .selectAll()
    .where("id", "=", seen.id)
    .where((eb) => eb("checked_at", "is not distinct from", seen.checked_at))
    .forUpdate()
    .executeTakeFirst();
  if (!row) return;
  await tx
    .updateTable("portal.organisation_domain")
    .set({ ...(await afterLook(context, tx, row, what)), checked_at: what.at })
    .where("id", "=", row.id)
    .execute();
}
