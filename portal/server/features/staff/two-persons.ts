import { randomUUID } from "node:crypto";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import { transaction } from "@sekimori/kit-server/database";
import { type Selectable, sql } from "kysely";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import type { Tables } from "../../database/generated/tables.ts";
import { mailMoment } from "../../mails/application-mail.ts";
import { confirmationAskedMail } from "../../mails/staff-mails.ts";
import { mailMembers } from "../account/mail-member.ts";
import { closeAccountIn } from "../operator/accounts.ts";
import { askRefundIn, checkRefund } from "../operator/billing-acts.ts";
import { OperatorRefused, recordActOn } from "../operator/operator-audit.ts";
import { requireReason } from "../operator/reason.ts";
import { presentStaff, type StaffMember } from "./staff.ts";
import type { StaffRole } from "./staff-roles.ts";

// What cannot be undone, or costs more than one person decides: one asks, another confirms.

type Row = Selectable<Tables["portal.staff_request"]>;

export type RequestedAct = Row["act"];

/** Who acts: an account that works at the console. */
export type StaffPerson = Pick<StaffMember, "account" | "name">;

/** What is asked for, about a member. */
export type Wanted =
  | {
      readonly act: "refund";
      readonly invoice: string;
      /** Yen with tax. */
      readonly amount: number;
      /** Stands on the credit note. */
      readonly note: string;
    }
  | { readonly act: "close-member"; readonly account: string };

/** Whether one of somebody's roles opens an act; the console has the table. */
export type MayDo = (roles: readonly StaffRole[], act: RequestedAct) => boolean;

/** Another person has so long to confirm. */
export const confirmWithinMs = dayMs;

/** Why a request is not confirmed or withdrawn. */
export type RequestRefusal = "over" | "own" | "not-allowed" | "impossible";

export interface StaffRequest {
  readonly id: string;
  readonly act: RequestedAct;
  readonly account: string;
  readonly invoice: string | null;
  readonly amount: number | null;
  readonly note: string | null;
  readonly reason: string;
  readonly askedBy: StaffPerson;
  readonly askedAt: Date;
  /** When whoever asked may confirm it, where nobody else can. */
  readonly aloneFrom: Date | null;
  readonly expiresAt: Date;
}

const aloneFrom = ({ is_alone: isAlone, asked_at: askedAt }: Row): Date | null =>
  isAlone ? new Date(askedAt.getTime() + confirmWithinMs) : null;

const shown = (row: Row): StaffRequest => ({
  id: row.id,
  act: row.act,
  account: row.account_id,
  invoice: row.invoice,
  amount: row.amount,
  note: row.note,
  reason: row.reason,
  askedBy: { account: row.asked_by, name: row.asked_name },
  askedAt: row.asked_at,
  aloneFrom: aloneFrom(row),
  expiresAt: row.expires_at,
});

/** Roles of everybody who works here now; none of them changes before the transaction is over. */
async function staffOf(tx: PortalTransaction) {
  const rows = await presentStaff(tx).forShare("s").execute();
  return rows.map(({ account_id: account, roles }) => ({ account, roles: roles as StaffRole[] }));
}

/** The member whom it is about. @throws OperatorRefused where it could not be done now. */
async function memberOf(tx: PortalTransaction, wanted: Wanted): Promise<string> {
  if (wanted.act === "refund") {
    const { invoice: number, amount } = wanted;
    return checkRefund(tx, { number, amount });
  }
  const open = await tx
    .selectFrom("portal.account")
    .select("id")
    .where("id", "=", wanted.account)
    .where("closed_at", "is", null)
    .executeTakeFirst();
  if (open === undefined) throw new OperatorRefused("No open account has this id.");
  return open.id;
}

/**
 * Writes down what somebody asks for, and mails those who may confirm it. Where nobody else may,
 * everybody who works here is mailed, and whoever asked may confirm it a day later.
 *
 * @returns the request; undefined where no role of theirs opens the act
 * @throws OperatorRefused where it could not be done now
 */
export async function askConfirmation(
  context: PortalContext,
  person: StaffPerson,
  wanted: Wanted,
  asked: { readonly reason: string; readonly mayDo: MayDo },
): Promise<StaffRequest | undefined> {
  const reason = requireReason(asked.reason);
  const now = context.clock.now();
  return transaction(context.db, async (tx) => {
    const staff = await staffOf(tx);
    const able = staff.filter(({ roles }) => asked.mayDo(roles, wanted.act));
    if (!able.some(({ account }) => account === person.account)) return undefined;
    const others = able.filter(({ account }) => account !== person.account);
    const isAlone = others.length === 0;
    const { act, ...facts } = wanted;
    const account = await memberOf(tx, wanted);
    const row = await tx
      .insertInto("portal.staff_request")
      .values({
        id: randomUUID(),
        act,
        account_id: account,
        ...("invoice" in facts ? facts : {}),
        reason,
        asked_by: person.account,
        asked_name: person.name,
        asked_at: now,
        is_alone: isAlone,
        expires_at: new Date(now.getTime() + confirmWithinMs * (isAlone ? 2 : 1)),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const from = aloneFrom(row);
    await mailMembers(
      context,
      tx,
      (isAlone ? staff : others).map(({ account: accountId }) => ({
        accountId,
        write: (sender, locale) =>
          confirmationAskedMail(sender, locale, {
            by: person.name,
            act,
            until: mailMoment(row.expires_at, locale),
            aloneFrom: from === null ? undefined : mailMoment(from, locale),
          }),
      })),
    );
    const detail = { act, reason, ...("invoice" in facts ? { ...facts } : {}) };
    const action = "operator.confirmation-asked";
    const { name: operator } = person;
    await recordActOn(tx, context, { operator }, { accountId: account, action, detail });
    return shown(row);
  });
}

/** What waits to be confirmed, the one that is over first at the top; after a request where one is given. */
export async function waitingRequests(
  { db, clock }: Pick<PortalContext, "db" | "clock">,
  { after, most }: { readonly after?: string | undefined; readonly most: number },
): Promise<StaffRequest[]> {
  const rows = await db
    .selectFrom("portal.staff_request as request")
    .selectAll("request")
    .where("request.state", "=", "waiting")
    .where("request.expires_at", ">", clock.now())
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(request.expires_at, request.id) > (
          select last.expires_at, last.id from portal.staff_request last where last.id = ${after})`,
      ),
    )
    .orderBy("request.expires_at")
    .orderBy("request.id")
    .limit(most)
    .execute();
  return rows.map(shown);
}

/** Rolls a decision back and says why. */
class Refused extends Error {
  readonly why: RequestRefusal;

  constructor(why: RequestRefusal) {
    super(why);
    this.why = why;
  }
}

/** Decides a request that waits: once, whatever comes at the same moment. @throws Refused over */
async function decide(
  tx: PortalTransaction,
  { clock }: Pick<PortalContext, "clock">,
  person: StaffPerson,
  id: string,
  state: "confirmed" | "withdrawn",
): Promise<Row> {
  const now = clock.now();
  const row = await tx
    .updateTable("portal.staff_request")
    .set({ state, decided_name: person.name, decided_at: now })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .where("expires_at", ">", now)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw new Refused("over");
  return row;
}

async function deciding(
  context: PortalContext,
  work: (tx: PortalTransaction) => Promise<void>,
): Promise<RequestRefusal | undefined> {
  try {
    await transaction(context.db, work);
    return undefined;
  } catch (error) {
    if (error instanceof Refused) return error.why;
    // It goes on waiting, until somebody declines it.
    if (error instanceof OperatorRefused) return "impossible";
    throw error;
  }
}

/**
 * Confirms what another asked for, and does it in the same commit, with both names in the audit log.
 * The roles of both are looked at again. Whoever asked confirms nothing of their own, nor does whose
 * account it is about, but where nobody else could when it was asked for, nor can now: a day later.
 * A refund is of what was shown: it is not done once anything else of the invoice was given back since.
 *
 * @returns why not; undefined: it is done
 */
export function confirmRequest(
  context: PortalContext,
  person: StaffPerson,
  id: string,
  mayDo: MayDo,
): Promise<RequestRefusal | undefined> {
  return deciding(context, async (tx) => {
    const staff = await staffOf(tx);
    const row = await decide(tx, context, person, id, "confirmed");
    const able = staff.filter(({ roles }) => mayDo(roles, row.act)).map(({ account }) => account);
    if (!able.includes(person.account) || !able.includes(row.asked_by)) {
      throw new Refused("not-allowed");
    }
    // Nor does anybody confirm what is about their own account, where somebody else could.
    if (row.asked_by === person.account || row.account_id === person.account) {
      const from = aloneFrom(row);
      const isAlone = able.length === 1 && from !== null && from <= context.clock.now();
      if (!isAlone) throw new Refused("own");
    }
    const acting = { operator: row.asked_name, confirmedBy: person.name };
    const { invoice: number, amount, note, reason: why } = row;
    if (number !== null && amount !== null && note !== null) {
      const since = row.asked_at;
      await askRefundIn(tx, context, acting, { number, amount, reason: note, why, since });
    } else if (!(await closeAccountIn(tx, context, acting, row.account_id, { why }))) {
      throw new OperatorRefused("No open account has this id.");
    }
  });
}

/** Takes one's own request back, whatever roles are left, or declines that of another. @returns why not; undefined: it is over */
export function withdrawRequest(
  context: PortalContext,
  person: StaffPerson,
  id: string,
  mayDo: MayDo,
): Promise<RequestRefusal | undefined> {
  return deciding(context, async (tx) => {
    const staff = await staffOf(tx);
    const {
      act,
      account_id: accountId,
      asked_by: asker,
      asked_name: askedBy,
    } = await decide(tx, context, person, id, "withdrawn");
    const own = staff.find(({ account }) => account === person.account);
    if (own === undefined || (asker !== own.account && !mayDo(own.roles, act))) {
      throw new Refused("not-allowed");
    }
    const action = "operator.confirmation-withdrawn";
    const detail = { act, askedBy };
    const { name: operator } = person;
    await recordActOn(tx, context, { operator }, { accountId, action, detail });
  });
}
