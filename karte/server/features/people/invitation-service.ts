import { createHmac, randomUUID } from "node:crypto";
import {
  invitationDays,
  invitedBeyondPlan,
  invitedPerDayMost,
} from "@sekimori/karte-contract/constants";
import type { Invitation, InvitationOffer } from "@sekimori/karte-contract/endpoints/people";
import {
  actOfInvitation,
  canBeRestricted,
  mayDo,
  type Role,
} from "@sekimori/karte-contract/rights";
import type { Limit } from "@sekimori/kit-contract/endpoint";
import type { Locale } from "@sekimori/kit-contract/locale";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import { hashToken, newToken } from "@sekimori/kit-server/cookies";
import { AppError, invalidField } from "@sekimori/kit-server/errors";
import type { Sealer } from "@sekimori/kit-server/sealing";
import { sql } from "kysely";
import { z } from "zod";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { roleCode } from "../../database/codes.ts";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import { appendActivity } from "../activity/activity.ts";
import { cachedContract } from "../contract/contract-service.ts";
import { knownGroups } from "../groups/group-repository.ts";
import { type KnownPerson, localeOf, peopleById, sealPerson } from "../principals/person.ts";
import { type Member, mustBeAllowed, mustHaveRight } from "../principals/principals.ts";
import { addMember, isFirstVisit } from "../session/workspace.ts";
import { invitationMail } from "./invitation-mail.ts";
import { setSeenGroups } from "./seen-groups.ts";

/** Mails to one address: from one workspace, and from all of them together. */
const mailsOfWorkspace: Limit = { by: "recipient", points: 5, seconds: 3600 };
const mailsOfAll: Limit = { by: "recipient", points: 20, seconds: 86_400 };

/**
 * The inviter chooses the recipients, so each mailbox has a budget: a point of all of them, or of none. Asked
 * last, when nothing else refuses: the budget is not the inviter's.
 *
 * @throws AppError TooManyRequest.
 */
async function spendMails({ limiter }: KarteContext, within: string, emails: readonly string[]) {
  const name = "invitationMail";
  await limiter.reserve(
    emails.flatMap((subject) => [
      { name, limit: mailsOfWorkspace, subject, within },
      { name, limit: mailsOfAll, subject },
    ]),
  );
}

/**
 * People who are written to for the first time are counted for the account that invites, whatever
 * became of their invitations: withdrawing one gives no room for another. A plan with few people has
 * as many, and some for addresses that were mistyped.
 *
 * @throws AppError TooManyRequest.
 */
async function spendNewRecipients(
  { limiter }: KarteContext,
  tx: KarteTransaction,
  account: string,
  count: number,
): Promise<void> {
  const { users } = (await cachedContract(tx)).answer.entitlements;
  const points = users === null ? invitedPerDayMost : users + invitedBeyondPlan;
  const limit: Limit = { by: "account", points, seconds: 86_400 };
  for (let spent = 0; spent < count; spent += 1) {
    await limiter.consume("newInvitationRecipient", limit, account);
  }
}

const sealedSchema = z.object({ email: z.string() });
const contextOf = (id: string) => `karte.invitation.personal:${id}`;

function openAddress(sealer: Sealer, row: { id: string; personal: Buffer }): string {
  const text = sealer.open(row.personal, contextOf(row.id)).toString("utf8");
  return sealedSchema.parse(JSON.parse(text)).email;
}

/** What an address is found by in its workspace; keyed, so that a copy of the table names nobody. */
function digestOf({ settings }: KarteContext, email: string): string {
  return createHmac("sha256", settings.karteSecret.reveal())
    .update(`invitation\n${email.trim().toLowerCase()}`)
    .digest("base64url");
}

/** Two people who join at once must not both take the last place of a contract. */
export async function lockPeople(tx: KarteTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('karte.member'),
    hashtext(karte.contract_owner_now()))`.execute(tx);
}

/**
 * People are counted once for all workspaces of a contract.
 *
 * @param joining who is not to be counted, because they are the one more.
 * @throws AppError PlanLimit when the plan holds fewer people.
 */
export async function mustHaveRoom(
  tx: KarteTransaction,
  more: number,
  now: Date,
  joining: string | null = null,
): Promise<void> {
  const { answer } = await cachedContract(tx);
  const limit = answer.entitlements.users;
  if (limit === null) return;
  const { rows } = await sql<{ count: string }>`
    select karte.contract_people(${now}, ${joining}) as count`.execute(tx);
  if (Number(rows[0]?.count ?? 0) + more > limit) {
    throw new AppError("PlanLimit", { data: { what: "users", limit } });
  }
}

/** Refuses an invitation that the person may not give, change or replace. @throws AppError NotAllowed. */
function mustInviteTo(member: Member, role: Role): void {
  mustBeAllowed(member, actOfInvitation(role));
}

/** Refuses a restriction that the role cannot have. */
export async function mustBeRestrictable(
  tx: KarteTransaction,
  role: Role,
  groups: readonly string[] | null,
): Promise<void> {
  if (groups === null) return;
  if (!canBeRestricted(role)) throw invalidField("groups", "not_accepted");
  const known = await knownGroups(tx, groups);
  if (known.length !== new Set(groups).size) throw new AppError("NotFound");
}

/** Takes away the invitations that new ones replace. @returns how many. @throws AppError NotAllowed for one to a higher role. */
async function replaceFormer(
  tx: KarteTransaction,
  member: Member,
  digests: readonly string[],
): Promise<number> {
  const replaced = await tx
    .deleteFrom("karte.invitation")
    .where("email_digest", "in", digests)
    .returning("role")
    .execute();
  for (const { role } of replaced) mustInviteTo(member, roleCode.word(role));
  return replaced.length;
}

/** Invites by mail, all or none. The answer does not tell who has an account anywhere. */
export async function inviteAll(
  context: KarteContext,
  member: Member,
  wanted: {
    readonly emails: readonly string[];
    readonly role: Role;
    readonly groups: readonly string[] | null;
    readonly language?: Locale | undefined;
  },
): Promise<string[]> {
  const { db, clock, sealer, settings, mail } = context;
  const locale = wanted.language ?? member.person.locale;
  const emails = [...new Set(wanted.emails.map((email) => email.trim().toLowerCase()))];
  return inScope(db, member.scope, async (tx) => {
    const now = clock.now();
    await lockPeople(tx);
    mustInviteTo(member, wanted.role);
    await mustBeRestrictable(tx, wanted.role, wanted.groups);
    // An address that was invited before gets a new link in place of its old one.
    const digests = emails.map((email) => digestOf(context, email));
    const replaced = await replaceFormer(tx, member, digests);
    await mustHaveRoom(tx, emails.length, now);
    await spendNewRecipients(context, tx, member.person.id, emails.length - replaced);
    const ids: string[] = [];
    for (const email of emails) {
      const id = randomUUID();
      const token = newToken();
      ids.push(id);
      await tx
        .insertInto("karte.invitation")
        .values({
          id,
          workspace_id: member.workspaceId,
          token_digest: hashToken(token),
          personal: sealer.seal(JSON.stringify({ email }), contextOf(id)),
          email_digest: digestOf(context, email),
          role: roleCode.of(wanted.role),
          group_ids: wanted.groups === null ? null : [...wanted.groups],
          invited_by: member.person.id,
          locale,
          sent_at: now,
          expires_at: new Date(now.getTime() + invitationDays * dayMs),
        })
        .execute();
      const { name: workspace } = member;
      const { person: inviter } = member;
      const about = { to: email, locale, workspace, inviter, token, days: invitationDays };
      await mail.queueMail(tx, invitationMail(settings, about));
    }
    await appendActivity(tx, {
      at: now,
      action: "person.invited",
      by: { id: member.person.id, ipAddress: member.ipAddress },
      detail: { count: emails.length, role: wanted.role },
    });
    await spendMails(context, member.workspaceId, emails);
    return ids;
  });
}

/** An invitation that the person could give. @throws AppError NotFound, NotAllowed. */
async function mustFind(tx: KarteTransaction, member: Member, id: string) {
  const row = await tx
    .selectFrom("karte.invitation")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new AppError("NotFound");
  mustHaveRight(member, actOfInvitation(roleCode.word(row.role)));
  return row;
}

/** Sends a new link, in the name of whoever sends it; the one before works no more. */
export async function inviteAgain(
  context: KarteContext,
  member: Member,
  id: string,
): Promise<void> {
  const { db, clock, sealer, settings, mail } = context;
  await inScope(db, member.scope, async (tx) => {
    const row = await mustFind(tx, member, id);
    mustInviteTo(member, roleCode.word(row.role));
    const now = clock.now();
    const token = newToken();
    await tx
      .updateTable("karte.invitation")
      .set({
        token_digest: hashToken(token),
        invited_by: member.person.id,
        sent_at: now,
        expires_at: new Date(now.getTime() + invitationDays * dayMs),
      })
      .where("id", "=", id)
      .execute();
    const { person: inviter } = member;
    const locale = localeOf(row);
    const to = openAddress(sealer, row);
    const about = { to, locale, workspace: member.name, inviter, token, days: invitationDays };
    await mail.queueMail(tx, invitationMail(settings, about));
    await spendMails(context, member.workspaceId, [to]);
  });
}

export async function withdraw(context: KarteContext, member: Member, id: string): Promise<void> {
  const { db, clock } = context;
  await inScope(db, member.scope, async (tx) => {
    await mustFind(tx, member, id);
    await tx.deleteFrom("karte.invitation").where("id", "=", id).execute();
    await appendActivity(tx, {
      at: clock.now(),
      action: "person.invitation-withdrawn",
      by: { id: member.person.id, ipAddress: member.ipAddress },
    });
  });
}

/** The workspace that a link invites to. @throws AppError InvitationInvalid. */
async function mustLead(db: KarteContext["db"], digest: string): Promise<string> {
  const { rows } = await sql<{ workspace_id: string | null }>`
    select karte.invitation_workspace(${digest}) as workspace_id`.execute(db);
  const workspaceId = rows[0]?.workspace_id;
  if (!workspaceId) throw new AppError("InvitationInvalid");
  return workspaceId;
}

/** Whether whoever invited may still give that role: nobody who was removed lets others in. */
async function isStillGiven(
  tx: KarteTransaction,
  { role, invited_by: inviter }: { readonly role: number; readonly invited_by: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom("karte.member")
    .select("role")
    .where("account_id", "=", inviter)
    .where("suspended_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) return false;
  return mayDo(roleCode.word(row.role), actOfInvitation(roleCode.word(role)));
}

/** What a link invites to, for whoever holds it. @throws AppError InvitationInvalid. */
export async function look(context: KarteContext, token: string): Promise<InvitationOffer> {
  const { db, clock, sealer } = context;
  const digest = hashToken(token);
  return inScope(db, wholeWorkspace(await mustLead(db, digest)), async (tx) => {
    const row = await tx
      .selectFrom("karte.invitation as i")
      .innerJoin("karte.workspace as w", "w.id", "i.workspace_id")
      .select(["i.id", "i.personal", "i.role", "i.invited_by", "w.name"])
      .where("i.token_digest", "=", digest)
      .where("i.expires_at", ">", clock.now())
      .where("w.closed_at", "is", null)
      .executeTakeFirst();
    if (row === undefined || !(await isStillGiven(tx, row))) {
      throw new AppError("InvitationInvalid");
    }
    const inviter = await peopleById(tx, sealer, [row.invited_by]);
    return {
      workspace: row.name,
      inviter: inviter(row.invited_by)?.name ?? "",
      email: openAddress(sealer, row),
      role: roleCode.word(row.role),
    };
  });
}

/**
 * Joins by the link of an invitation: once, in time, and with the address that was invited, so that
 * a forwarded mail lets nobody else in; and while whoever invited may still do so.
 *
 * @throws AppError InvitationInvalid, PlanLimit
 */
export async function accept(
  context: KarteContext,
  person: KnownPerson,
  token: string,
  ipAddress: string,
): Promise<{ id: string; name: string }> {
  const { db, clock, sealer } = context;
  const digest = hashToken(token);
  const workspaceId = await mustLead(db, digest);
  return inScope(db, wholeWorkspace(workspaceId), async (tx) => {
    await lockPeople(tx);
    const now = clock.now();
    const row = await tx
      .deleteFrom("karte.invitation")
      .where("token_digest", "=", digest)
      .where("email_digest", "=", digestOf(context, person.email))
      .where("expires_at", ">", now)
      .returning(["role", "group_ids", "invited_by"])
      .executeTakeFirst();
    const workspace = await tx
      .selectFrom("karte.workspace")
      .select(["id", "name"])
      .where("closed_at", "is", null)
      .executeTakeFirst();
    if (row === undefined || workspace === undefined || !(await isStillGiven(tx, row))) {
      throw new AppError("InvitationInvalid");
    }
    const there = await tx
      .selectFrom("karte.member")
      .select("by_directory")
      .where("account_id", "=", person.id)
      .forUpdate()
      .executeTakeFirst();
    if (there && !there.by_directory) return workspace;
    const restricted = row.group_ids !== null;
    const role = roleCode.word(row.role);
    if (there) {
      // From now on by a person's word, as if they had been invited first; a suspension stays.
      await tx
        .updateTable("karte.member")
        .set({ role: row.role, restricted, by_directory: false })
        .where("account_id", "=", person.id)
        .execute();
    } else {
      await isFirstVisit(tx, person.id, now);
      await mustHaveRoom(tx, 1, now, person.id);
      const personal = sealPerson(sealer, workspaceId, person);
      await addMember(tx, { workspaceId, role, restricted, now, personal, person });
    }
    // A group that was deleted since is no longer there to be seen.
    await setSeenGroups(tx, workspaceId, person.id, await knownGroups(tx, row.group_ids ?? []));
    await appendActivity(tx, {
      at: now,
      action: "person.joined",
      by: { id: person.id, ipAddress },
      detail: { role },
    });
    return workspace;
  });
}

interface InvitationRow {
  readonly id: string;
  readonly personal: Buffer;
  readonly role: number;
  readonly group_ids: string[] | null;
  readonly sent_at: Date;
  readonly expires_at: Date;
}

export function invitationView(
  sealer: Sealer,
  row: InvitationRow,
  groupName: ReadonlyMap<string, string>,
  now: Date,
): Invitation {
  return {
    id: row.id,
    email: openAddress(sealer, row),
    role: roleCode.word(row.role),
    groups:
      row.group_ids?.flatMap((id) => {
        const name = groupName.get(id);
        return name === undefined ? [] : [{ id, name }];
      }) ?? null,
    sentAt: row.sent_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    expired: row.expires_at <= now,
  };
}
