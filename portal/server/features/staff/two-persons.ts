import { randomUUID } from "node:crypto";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import { transaction } from "@sekimori/kit-server/database";
import { type Selectable, sql } from "kysely";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import type { Tables } from "../../database/generated/tables.ts";
import { mailMoment } from "../../mails/application-mail.ts";
import { confirmationAskedMail } from "../../mails/staff-mails.ts";
import { mailMembers } from "../account/mail-member.ts";
import { undoableChange, undoEmailChangeIn } from "../change-email/undo-service.ts";
import { closeAccountIn } from "../operator/accounts.ts";
import { askRefundIn, checkRefund } from "../operator/billing-acts.ts";
import { OperatorRefused, recordActOn } from "../operator/operator-audit.ts";
import type { NewPrice } from "../operator/prices.ts";
import { requireReason } from "../operator/reason.ts";
import { helpRecoveryIn, requireHelpable } from "./help-recovery.ts";
import type { IdentityCheck } from "./identity-checks.ts";
import {
  carryOutForService,
  isOfService,
  priceOf,
  requirePossible,
  serviceFacts,
  type WantedOfService,
} from "./service-acts.ts";
import {
  appointmentRefusal,
  appointStaffIn,
  lockStaff,
  presentStaff,
  removeStaffIn,
  type StaffMember,
} from "./staff.ts";
import { type StaffRole, staffRoles } from "./staff-roles.ts";

// What cannot be undone, or costs more than one person decides: one asks, another confirms.

type Row = Selectable<Tables["portal.staff_request"]>;

export type RequestedAct = Row["act"];

/** Who acts: an account that works at the console. */
export type StaffPerson = Pick<StaffMember, "account" | "name">;

/** What is asked for, about a member or the service. */
export type Wanted = WantedOfMember | WantedOfService;

type WantedOfMember =
  | {
      readonly act: "refund";
      readonly invoice: string;
      /** Yen with tax. */
      readonly amount: number;
      /** Stands on the credit note. */
      readonly note: string;
    }
  | { readonly act: "close-member"; readonly account: string }
  | {
      readonly act: "appoint-staff";
      readonly account: string;
      readonly name: string;
      readonly roles: readonly StaffRole[];
    }
  | { readonly act: "remove-staff"; readonly account: string }
  /** The address that the account had before a change. */
  | { readonly act: "restore-address"; readonly account: string; readonly changedAt: Date }
  | { readonly act: "recover-member"; readonly account: string; readonly identity: IdentityCheck };

/** Whether one of somebody's roles opens an act; the console has the table. */
export type MayDo = (roles: readonly StaffRole[], act: RequestedAct) => boolean;

/** Another person has so long to confirm. */
export const confirmWithinMs = dayMs;

/** Why a request is not confirmed or withdrawn. */
export type RequestRefusal = "over" | "own" | "not-allowed" | "impossible";

export interface StaffRequest {
  readonly id: string;
  readonly act: RequestedAct;
  /** Null where it is about the service. */
  readonly account: string | null;
  readonly invoice: string | null;
  readonly amount: number | null;
  readonly note: string | null;
  /** Of an appointment or a removal: what they are called, and what they are to be. */
  readonly staff: { readonly name: string; readonly roles: readonly StaffRole[] } | null;
  /** Of a former address: when it was changed. */
  readonly changedAt: Date | null;
  /** Of help with getting back in: how whoever asks made sure that it is the member. */
  readonly identity: IdentityCheck | null;
  readonly price: NewPrice | null;
  readonly reason: string;
  readonly askedBy: StaffPerson;
  readonly askedAt: Date;
  /** When whoever asked may confirm it, where nobody else can. */
  readonly aloneFrom: Date | null;
  readonly expiresAt: Date;
}

const aloneFrom = ({ is_alone: isAlone, asked_at: askedAt }: Row): Date | null =>
  isAlone ? new Date(askedAt.getTime() + confirmWithinMs) : null;

/** A row with the name of whom it is about, where they work here. */
type NamedRow = Row & { readonly present_name?: string | null };

function staffOfRequest(row: NamedRow): StaffRequest["staff"] {
  if (row.act === "remove-staff") return { name: row.present_name ?? "", roles: [] };
  const { staff_name: name, staff_roles: roles } = row;
  if (name === null || roles === null) return null;
  return { name, roles: staffRoles.filter((role) => roles.includes(role)) };
}

const shown = (row: NamedRow): StaffRequest => ({
  id: row.id,
  act: row.act,
  account: row.account_id,
  invoice: row.invoice,
  amount: row.amount,
  note: row.note,
  staff: staffOfRequest(row),
  changedAt: row.changed_at,
  identity: row.identity_checked,
  price: priceOf(row),
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

/** The name under which somebody is to work is another's. */
export class NameTaken extends OperatorRefused {}

/** What of a wish stands in its row, beside whom it is about. */
function factsOf(wanted: Wanted) {
  if (isOfService(wanted)) return serviceFacts(wanted);
  if (wanted.act === "refund") {
    const { invoice, amount, note } = wanted;
    return { invoice, amount, note };
  }
  if (wanted.act === "restore-address") return { changed_at: wanted.changedAt };
  if (wanted.act === "recover-member") return { identity_checked: wanted.identity };
  if (wanted.act !== "appoint-staff") return {};
  const roles = staffRoles.filter((role) => wanted.roles.includes(role));
  return { staff_name: wanted.name, staff_roles: roles };
}

/** The same, as the audit log says it. */
function detailOf(wanted: Wanted) {
  if (isOfService(wanted)) return wanted.act === "announce-price" ? { ...wanted.price } : {};
  if (wanted.act === "appoint-staff") {
    return { name: wanted.name, roles: wanted.roles.join(", ") };
  }
  if (wanted.act === "recover-member") return { identity: wanted.identity };
  if (wanted.act !== "refund") return {};
  const { invoice, amount, note } = wanted;
  return { invoice, amount, note };
}

/** The member whom it is about; null: the service. @throws OperatorRefused where it could not be done now. */
async function subjectOf(
  tx: PortalTransaction,
  context: PortalContext,
  wanted: Wanted,
): Promise<string | null> {
  if (isOfService(wanted)) {
    await requirePossible(tx, context, wanted);
    return null;
  }
  if (wanted.act === "refund") {
    const { invoice: number, amount } = wanted;
    return checkRefund(tx, { number, amount });
  }
  if (wanted.act === "appoint-staff") {
    const { act: _, ...appointment } = wanted;
    const refusal = await appointmentRefusal(tx, { ...appointment, roles: [...wanted.roles] });
    if (refusal === "name-taken") throw new NameTaken("Somebody else works under this name.");
    if (refusal !== undefined) throw new OperatorRefused("No open account has this id.");
    return wanted.account;
  }
  if (wanted.act === "remove-staff") {
    const there = await presentStaff(tx)
      .where("s.account_id", "=", wanted.account)
      .executeTakeFirst();
    if (there === undefined) throw new OperatorRefused("This account doesn't work here.");
    return wanted.account;
  }
  if (wanted.act === "restore-address") {
    const { account: accountId, changedAt } = wanted;
    const change = await undoableChange(tx, context, { accountId, changedAt });
    if (change === undefined) throw new OperatorRefused("This change can't be undone any more.");
    return accountId;
  }
  if (wanted.act === "recover-member") {
    return (await requireHelpable(tx, context, wanted.account)).id;
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
    // In the order in which whoever confirms locks, so that neither waits for the other.
    await lockStaff(tx);
    const staff = await staffOf(tx);
    const able = staff.filter(({ roles }) => asked.mayDo(roles, wanted.act));
    if (!able.some(({ account }) => account === person.account)) return undefined;
    const others = able.filter(({ account }) => account !== person.account);
    const isAlone = others.length === 0;
    const { act } = wanted;
    const account = await subjectOf(tx, context, wanted);
    const row = await tx
      .insertInto("portal.staff_request")
      .values({
        id: randomUUID(),
        act,
        account_id: account,
        ...factsOf(wanted),
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
    const detail = { act, reason, ...detailOf(wanted) };
    const action = "operator.confirmation-asked";
    const { name: operator } = person;
    await recordActOn(tx, context, { operator }, { accountId: account, action, detail });
    const about =
      account === null
        ? undefined
        : await presentStaff(tx).where("s.account_id", "=", account).executeTakeFirst();
    return shown({ ...row, present_name: about?.name ?? null });
  });
}

/** What waits to be confirmed, the one that is over first at the top; after a request where one is given. */
export async function waitingRequests(
  { db, clock }: Pick<PortalContext, "db" | "clock">,
  { after, most }: { readonly after?: string | undefined; readonly most: number },
): Promise<StaffRequest[]> {
  const rows = await db
    .selectFrom("portal.staff_request as request")
    .leftJoin("portal.staff as about", "about.account_id", "request.account_id")
    .selectAll("request")
    .select("about.name as present_name")
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
    // Of everybody's roles first: who confirms an appointment at the same moment waits here.
    await lockStaff(tx);
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
    await carryOut(tx, context, row, person);
  });
}

/** What a request of the service asks for. */
function serviceActOf(row: Row): WantedOfService {
  const price = priceOf(row);
  if (price !== null) return { act: "announce-price", price };
  const { act } = row;
  if (act === "rotate-signing-keys" || act === "rotate-data-keys") return { act };
  throw new Error(`A request of ${act} is about nobody.`);
}

/** Does what was asked for; the last statement of its transaction. @throws OperatorRefused */
async function carryOut(
  tx: PortalTransaction,
  context: PortalContext,
  row: Row,
  person: StaffPerson,
): Promise<void> {
  const acting = { operator: row.asked_name, confirmedBy: person.name };
  const { account_id: account, invoice: number, amount, note, reason: why } = row;
  if (account === null) {
    await carryOutForService(tx, context, acting, { ...serviceActOf(row), why });
    return;
  }
  const { staff_name: name, staff_roles: roles } = row;
  if (number !== null && amount !== null && note !== null) {
    const since = row.asked_at;
    await askRefundIn(tx, context, acting, { number, amount, reason: note, why, since });
    return;
  }
  if (name !== null && roles !== null) {
    const wanted = { account, name, roles: roles as StaffRole[], why };
    const refusal = await appointStaffIn(tx, context, acting, wanted);
    if (refusal !== undefined) throw new OperatorRefused(`Not appointed: ${refusal}.`);
    return;
  }
  if (row.identity_checked !== null) {
    const wanted = { accountId: account, identity: row.identity_checked, why };
    await helpRecoveryIn(tx, context, acting, wanted);
    return;
  }
  if (row.changed_at !== null) {
    const change = { accountId: account, changedAt: row.changed_at };
    if (!(await undoEmailChangeIn(tx, context, change))) {
      throw new OperatorRefused("This change can't be undone any more.");
    }
    const action = "email.change-undone";
    await recordActOn(tx, context, acting, { accountId: account, action, detail: { reason: why } });
    return;
  }
  const isDone =
    row.act === "remove-staff"
      ? await removeStaffIn(tx, context, acting, { account, why })
      : await closeAccountIn(tx, context, acting, account, { why });
  if (!isDone) throw new OperatorRefused("Nobody like this is there any more.");
}

/** Takes one's own request back, whatever roles are left, or declines that of another. @returns why not; undefined: it is over */
export function withdrawRequest(
  context: PortalContext,
  person: StaffPerson,
  id: string,
  mayDo: MayDo,
): Promise<RequestRefusal | undefined> {
  return deciding(context, async (tx) => {
    await lockStaff(tx);
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
