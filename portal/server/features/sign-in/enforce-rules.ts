import { transaction } from "@sekimori/kit-server/database";
import {
  type CronEntry,
  cronPayload,
  defineJob,
  enqueue,
  type Job,
} from "@sekimori/kit-server/jobs";
import { sql } from "kysely";
import { z } from "zod";
import type { PortalContext, PortalTransaction, Queryable } from "../../context.ts";
import { appendAudit } from "../audit/audit.ts";
import { deleteTrusts } from "../authenticators/trusted-browser-repository.ts";
import { includesOrganisation } from "../organisation/inclusion.ts";
import { findOrganisation } from "../organisation/organisation-repository.ts";
import { deleteSession, shortenSession } from "../session/session-repository.ts";
import { binding, findNewRules } from "../sign-in-rules/account-rules.ts";
import { endOfOpen, type OpenSession } from "../sign-in-rules/judge.ts";
import { findUnenforced, markEnforced } from "../sign-in-rules/rule-repository.ts";
import { endLater } from "./session-length.ts";

const enforcing = defineJob("portal.enforce-rules", cronPayload);
const enforced = defineJob("portal.enforce-rules-of", z.object({ organisationId: z.uuid() }));

interface Row extends OpenSession {
  readonly id: string;
}

async function openSessions(db: Queryable, accountId: string, now: Date): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select s.id, s.first_factor as "firstFactor", s.second_way as "secondFactor",
      host(s.ip_address) as "ipAddress", s.created_at as "beganAt", s.expires_at as "expiresAt",
      exists (select from portal.external_identity e where e.account_id = s.account_id)
        and not exists (select from portal.sso_identity o where o.account_id = s.account_id)
        as "isExternalOnly"
    from portal.session s
    where s.account_id = ${accountId}::uuid and s.expires_at > ${now}`.execute(db);
  return rows;
}

/** Whoever has a session, or trusts a browser, and belongs to the organisation. */
async function membersHere(db: Queryable, organisationId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.account_id as id from portal.organisation_member m
    where m.organisation_id = ${organisationId}::uuid order by m.account_id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Holds somebody's open sessions to the rules that are new to them; each that ends is written down. The
 * sign-in was held to the others, and a session doesn't say all that it was let through by: a trusted
 * browser, say.
 */
async function holdTo(tx: PortalTransaction, accountId: string, now: Date): Promise<void> {
  const rules = binding(await findNewRules(tx, accountId, now));
  if (rules.organisationId === null) return;
  if (rules.noTrustedBrowsers) await deleteTrusts(tx, accountId);
  for (const session of await openSessions(tx, accountId, now)) {
    const end = endOfOpen(rules, session, now);
    if (end === undefined) continue;
    if (end > now) {
      await shortenSession(tx, session.id, end);
      await endLater(tx, session.id, end);
      continue;
    }
    // Applications hear of it: what hangs on the session goes with it.
    if (!(await deleteSession(tx, accountId, session.id))) continue;
    const event = { accountId, at: now, client: null, detail: { rule: true } };
    await appendAudit(tx, { ...event, action: "session.ended" });
  }
}

/** Whether an organisation's rules bind anybody: they rest while its holder's plan has no organisation. */
async function bindsNow(db: Queryable, organisationId: string, now: Date): Promise<boolean> {
  const organisation = await findOrganisation(db, organisationId);
  return organisation !== undefined && includesOrganisation(db, organisation.holder_id, now);
}

/**
 * Holds the sessions of an organisation's members to its rules, one member at a time: what is done twice
 * does nothing more. A rule counts as held to once all are done.
 */
async function enforceFor(context: PortalContext, organisationId: string): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  if (!(await bindsNow(db, organisationId, now))) return;
  for (const accountId of await membersHere(db, organisationId)) {
    await transaction(db, (tx) => holdTo(tx, accountId, now));
  }
  await transaction(db, async (tx) => {
    // The plan may have ended meanwhile.
    if (await bindsNow(tx, organisationId, now)) await markEnforced(tx, organisationId, now);
  });
}

/** Begins to hold open sessions to the rules whose day has come. */
export async function enforceRules(context: PortalContext): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  for (const organisationId of await findUnenforced(db, now)) {
    if (!(await bindsNow(db, organisationId, now))) continue;
    // The next look comes before a large organisation is done.
    const key = `portal.enforce-rules-of:${organisationId}`;
    await transaction(db, (tx) => enqueue(tx, enforced, { organisationId }, { key }));
  }
}

/** A session that begins as the rules change is judged by those that hold then; the others within a minute. */
export function ruleEnforcement(context: PortalContext): {
  readonly jobs: readonly Job[];
  readonly cron: readonly CronEntry[];
} {
  return {
    jobs: [
      enforcing.handledBy(() => enforceRules(context)),
      enforced.handledBy(({ organisationId }) => enforceFor(context, organisationId)),
    ],
    cron: [{ name: "portal.enforce-rules", at: "* * * * *", job: enforcing }],
  };
}
