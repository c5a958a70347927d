import type { SignInRule } from "@sekimori/portal-contract/endpoints/sign-in-rules";
import { sql } from "kysely";
import type { PortalContext, Queryable } from "../../context.ts";
import { havingPassword } from "../account/account-repository.ts";
import { openPersonalData } from "../account/personal-data.ts";
import { findOwnFactors } from "../authenticators/authenticator-repository.ts";
import { trustingBrowsers } from "../authenticators/trusted-browser-repository.ts";
import { hasWanted, isInside } from "../sign-in-rules/judge.ts";
import { domainsInForce, findLeads } from "./domains-in-force.ts";
import { mailDomainOf } from "./mail-domain.ts";
import { findMembers } from "./organisation-repository.ts";

type Member = Awaited<ReturnType<typeof findMembers>>[number];

export interface Affected {
  readonly members: number;
  /** Who would meet the rule, as they joined. */
  readonly affected: readonly { readonly id: string; readonly personal: Buffer }[];
  /** Of the rest those who have no password, where the rule asks those who have one. */
  readonly elsewhere: number;
  /** Of the rest those of whom no sign-in is on record, where the rule asks where one comes from. */
  readonly unseen: number;
}

/** Which accounts have an external identity of their own. */
async function havingExternalId(
  db: Queryable,
  accountIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("portal.external_identity")
    .select("account_id")
    .distinct()
    .where(sql<boolean>`account_id = any(${[...accountIds]}::uuid[])`)
    .execute();
  return new Set(rows.map(({ account_id: id }) => id));
}

/** Which members a provider of the organisation signs in now: one that is on, and that their address leads to. */
async function havingLink(
  { sealer }: Pick<PortalContext, "sealer">,
  db: Queryable,
  organisationId: string,
  members: readonly Member[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const links = await db
    .selectFrom("portal.sso_identity as identity")
    .innerJoin("portal.sso_connection as connection", (join) =>
      join
        .onRef("connection.id", "=", "identity.connection_id")
        .onRef("connection.issuer", "=", "identity.issuer"),
    )
    .select(["identity.account_id", "connection.id"])
    .where("connection.organisation_id", "=", organisationId)
    .where("connection.enabled_at", "is not", null)
    .execute();
  const linksOf = Map.groupBy(links, ({ account_id: accountId }) => accountId);
  const inForce = new Set(await domainsInForce(db, organisationId, now));
  const leads = await findLeads(db, organisationId);
  const linked = members.filter(({ id, personal }) => {
    const own = linksOf.get(id);
    if (!own) return false;
    const domain = mailDomainOf(openPersonalData(sealer, id, personal).email) ?? "";
    return inForce.has(domain) && own.some((link) => link.id === leads.get(domain));
  });
  return new Set(linked.map(({ id }) => id));
}

/** From where each account signed in last, as far as it is on record. */
async function lastAddresses(
  db: Queryable,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; ip_address: string }>`
    select a.id, host(e.ip_address) as ip_address
    from unnest(${[...accountIds]}::uuid[]) as a (id)
    cross join lateral (
      select ip_address from portal.audit_event
      where account_id = a.id and action = 'sign-in.succeeded' and ip_address is not null
      order by id desc limit 1
    ) e`.execute(db);
  return new Map(rows.map((row) => [row.id, row.ip_address]));
}

/**
 * Who would meet a rule at a sign-in now, by the judgement that sign-ins are held to. Who has no password
 * comes by a provider, which answers for the factors (specification 6). Whom no rule keeps out meets only
 * those that keep nobody out.
 */
export async function findAffected(
  context: Pick<PortalContext, "sealer">,
  db: Queryable,
  {
    id,
    break_glass_id: breakGlassId,
  }: { readonly id: string; readonly break_glass_id: string | null },
  rule: SignInRule,
  now: Date,
): Promise<Affected> {
  const members = await findMembers(db, id);
  const ids = members.map((member) => member.id);
  const keptOut = members.filter((member) => member.id !== breakGlassId);
  const found = { members: members.length, elsewhere: 0, unseen: 0 };
  switch (rule.kind) {
    case "second-factor": {
      const { passkeys, apps } = await findOwnFactors(db, ids);
      const passwords = await havingPassword(db, ids);
      const lacking = keptOut.filter(
        (member) =>
          !hasWanted(rule.strength, {
            hasPasskey: passkeys.has(member.id),
            hasApp: apps.has(member.id),
          }),
      );
      const affected = lacking.filter((member) => passwords.has(member.id));
      return { ...found, affected, elsewhere: lacking.length - affected.length };
    }
    case "networks": {
      const addresses = await lastAddresses(db, ids);
      const affected = keptOut.filter((member) => {
        const address = addresses.get(member.id);
        return address !== undefined && !isInside(rule.networks, address);
      });
      const unseen = keptOut.filter((member) => !addresses.has(member.id)).length;
      return { ...found, affected, unseen };
    }
    case "session-length":
      return { ...found, affected: members };
    case "no-trusted-browsers": {
      const trusting = await trustingBrowsers(db, ids, now);
      return { ...found, affected: members.filter((member) => trusting.has(member.id)) };
    }
    case "no-passwords": {
      // Whom it would keep out: those with no other way in.
      const { passkeys } = await findOwnFactors(db, ids);
      const external = await havingExternalId(db, ids);
      const linked = await havingLink(context, db, id, members, now);
      const affected = keptOut.filter(
        (member) => ![passkeys, external, linked].some((way) => way.has(member.id)),
      );
      return { ...found, affected };
    }
    case "no-external-ids": {
      const external = await havingExternalId(db, ids);
      return { ...found, affected: members.filter((member) => external.has(member.id)) };
    }
  }
}
