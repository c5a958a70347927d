import { lineSchema } from "@sekimori/kit-contract/name";
import { transaction } from "@sekimori/kit-server/database";
import { emailSchema } from "@sekimori/portal-contract/fields";
import { sql } from "kysely";
import { z } from "zod";
import type { PortalContext, PortalDatabase, PortalTransaction } from "../../context.ts";
import {
  type ActingOperator,
  OperatorRefused,
  type OperatorTables,
  recordActOn,
} from "../operator/operator-audit.ts";
import { type StaffRole, staffRoles } from "./staff-roles.ts";

/** Somebody who works at the console. */
export interface StaffMember {
  readonly account: string;
  /** What the audit log says of what they do. */
  readonly name: string;
  readonly roles: readonly StaffRole[];
  readonly appointedBy: string;
  readonly appointedAt: Date;
  /** When they used the console last, to the minute. */
  readonly lastSeenAt: Date | null;
}

const minuteMs = 60_000;

/** A command appoints so many administrators; after that one of them does, and another agrees. */
export const administratorsByCommand = 2;

const appointmentSchema = z.strictObject({
  account: z.uuid(),
  name: lineSchema(80),
  roles: z.array(z.enum(staffRoles)).min(1),
});

export type Appointment = z.input<typeof appointmentSchema>;

/** Why somebody is not appointed; administrators: no command appoints one more. */
export type StaffRefusal = "no-account" | "name-taken" | "administrators";

interface StaffRow {
  readonly account_id: string;
  readonly name: string;
  readonly roles: string[];
  readonly appointed_by: string;
  readonly appointed_at: Date;
  readonly last_seen_at: Date | null;
}

const memberOf = (row: StaffRow): StaffMember => ({
  account: row.account_id,
  name: row.name,
  roles: staffRoles.filter((role) => row.roles.includes(role)),
  appointedBy: row.appointed_by,
  appointedAt: row.appointed_at,
  lastSeenAt: row.last_seen_at,
});

/** Those who work at the console now: not removed, and with an account that is open. */
export const presentStaff = (db: PortalDatabase | PortalTransaction) =>
  db
    .selectFrom("portal.staff as s")
    .innerJoin("portal.account as a", "a.id", "s.account_id")
    .select([
      "s.account_id",
      "s.name",
      "s.roles",
      "s.appointed_by",
      "s.appointed_at",
      "s.last_seen_at",
    ])
    .where("s.ended_at", "is", null)
    .where("a.closed_at", "is", null)
    .orderBy("s.name");

/** Everybody who works at the console, by name. */
export async function listStaff({ db }: Pick<OperatorTables, "db">): Promise<StaffMember[]> {
  return (await presentStaff(db).execute()).map(memberOf);
}

/** Whether an account works at the console, as what; undefined: it does not, or no more. */
export async function findStaff(
  { db }: Pick<OperatorTables, "db">,
  account: string,
): Promise<StaffMember | undefined> {
  const row = await presentStaff(db).where("s.account_id", "=", account).executeTakeFirst();
  return row && memberOf(row);
}

/** The same for whoever uses the console now: that they were seen is kept, once a minute at most. */
export async function seeStaff(
  { db, clock }: Pick<OperatorTables, "db" | "clock">,
  account: string,
): Promise<StaffMember | undefined> {
  const found = await findStaff({ db }, account);
  const now = clock.now();
  const minuteAgo = new Date(now.getTime() - minuteMs);
  if (found === undefined || (found.lastSeenAt !== null && found.lastSeenAt > minuteAgo)) {
    return found;
  }
  await db
    .updateTable("portal.staff")
    .set({ last_seen_at: now })
    .where("account_id", "=", account)
    .where((row) => row.or([row("last_seen_at", "is", null), row("last_seen_at", "<=", minuteAgo)]))
    .execute();
  return { ...found, lastSeenAt: now };
}

/** The open account that somebody means by an address or an id; undefined: none. */
export async function accountMeant(
  { db, digests }: Pick<PortalContext, "db" | "digests">,
  text: string,
): Promise<string | undefined> {
  const address = emailSchema.safeParse(text.trim());
  const isId = z.uuid().safeParse(text.trim()).success;
  if (!address.success && !isId) return undefined;
  const row = await db
    .selectFrom("portal.account")
    .select("id")
    .where("closed_at", "is", null)
    .$if(address.success, (query) =>
      query.where("email_digest", "=", digests.email(address.data ?? "")),
    )
    .$if(isId, (query) => query.where("id", "=", text.trim()))
    .executeTakeFirst();
  return row?.id;
}

/** By whose right somebody is appointed. */
type Right = "command" | "two-persons";

async function refusalOf(
  tx: PortalTransaction,
  { account, name, roles }: z.output<typeof appointmentSchema>,
  right: Right,
): Promise<StaffRefusal | undefined> {
  const open = await tx
    .selectFrom("portal.account")
    .select("id")
    .where("id", "=", account)
    .where("closed_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (open === undefined) return "no-account";
  const others = (await presentStaff(tx).execute()).filter((one) => one.account_id !== account);
  if (others.some((one) => one.name === name)) return "name-taken";
  if (right === "two-persons") return undefined;
  const administrators = others.filter((one) => one.roles.includes("administrator")).length;
  const isOneMore = roles.includes("administrator") && administrators >= administratorsByCommand;
  return isOneMore ? "administrators" : undefined;
}

/**
 * Appoints a member by the operator's command, or gives somebody who is appointed other roles.
 *
 * @returns why not: no open account, a name that another has, or two administrators that there are
 * @throws z.ZodError, DryRun
 */
export async function appointStaff(
  tables: OperatorTables,
  acting: ActingOperator,
  appointment: Appointment,
): Promise<StaffRefusal | undefined> {
  const wanted = appointmentSchema.parse(appointment);
  return transaction(tables.db, async (tx) => {
    await lockStaff(tx);
    const refusal = await refusalOf(tx, wanted, "command");
    if (refusal === undefined) await appoint(tx, tables, acting, wanted);
    return refusal;
  });
}

/** Whoever appoints, removes, asks, confirms or declines sees the same staff, one after the other. */
export async function lockStaff(tx: PortalTransaction): Promise<void> {
  await sql`lock table portal.staff in share row exclusive mode`.execute(tx);
}

/** Why two persons can't appoint somebody now; undefined: they can. @throws z.ZodError */
export const appointmentRefusal = (
  tx: PortalTransaction,
  appointment: Appointment,
): Promise<StaffRefusal | undefined> =>
  refusalOf(tx, appointmentSchema.parse(appointment), "two-persons");

/**
 * Appoints as {@link appointStaff} does, on the word of two persons; the last statement of a
 * transaction that has locked the staff.
 *
 * @returns why not
 */
export async function appointStaffIn(
  tx: PortalTransaction,
  tables: Pick<OperatorTables, "clock">,
  acting: ActingOperator,
  appointment: Appointment & { readonly why: string },
): Promise<StaffRefusal | undefined> {
  const { why: reason, ...wanted } = appointment;
  const refusal = await appointmentRefusal(tx, wanted);
  if (refusal === undefined) await appoint(tx, tables, acting, { ...wanted, reason });
  return refusal;
}

async function appoint(
  tx: PortalTransaction,
  tables: Pick<OperatorTables, "clock">,
  acting: ActingOperator,
  wanted: Appointment & { readonly reason?: string },
): Promise<void> {
  const { account, name, reason } = wanted;
  const roles = staffRoles.filter((role) => wanted.roles.includes(role));
  const row = {
    name,
    roles,
    appointed_by: acting.operator,
    appointed_at: tables.clock.now(),
    ended_at: null,
  };
  // The name of an account that was closed is free again.
  await tx
    .updateTable("portal.staff")
    .set({ ended_at: row.appointed_at })
    .where("name", "=", name)
    .where("account_id", "!=", account)
    .where("ended_at", "is", null)
    .execute();
  await tx
    .insertInto("portal.staff")
    .values({ account_id: account, ...row })
    .onConflict((conflict) => conflict.column("account_id").doUpdateSet(row))
    .execute();
  const detail = { name, roles: roles.join(", "), ...(reason === undefined ? {} : { reason }) };
  const action = "operator.staff-appointed";
  await recordActOn(tx, tables, acting, { accountId: account, action, detail });
}

/**
 * Ends somebody's work at the console, and their sessions there.
 *
 * @returns whether they worked there
 * @throws DryRun
 */
export async function removeStaff(
  tables: OperatorTables,
  acting: ActingOperator,
  account: string,
): Promise<boolean> {
  return transaction(tables.db, (tx) => removeStaffIn(tx, tables, acting, { account }));
}

/** An administrator is not removed by one person. */
export class AdministratorStays extends OperatorRefused {}

/**
 * The same by one administrator, who needs nobody to take rights away; but an administrator is
 * removed by two, so that nobody makes themselves the only one.
 *
 * @throws AdministratorStays
 */
export async function removeStaffAlone(
  tables: OperatorTables,
  acting: ActingOperator,
  removal: { readonly account: string; readonly why: string },
): Promise<boolean> {
  return transaction(tables.db, async (tx) => {
    await lockStaff(tx);
    const present = await presentStaff(tx)
      .where("s.account_id", "=", removal.account)
      .executeTakeFirst();
    if (present?.roles.includes("administrator")) {
      throw new AdministratorStays("An administrator is removed by two persons.");
    }
    return removeStaffIn(tx, tables, acting, removal);
  });
}

/** The same within a transaction, of which it is the last statement. */
export async function removeStaffIn(
  tx: PortalTransaction,
  tables: Pick<OperatorTables, "clock">,
  acting: ActingOperator,
  { account, why }: { readonly account: string; readonly why?: string },
): Promise<boolean> {
  const ended = await tx
    .updateTable("portal.staff")
    .set({ ended_at: tables.clock.now() })
    .where("account_id", "=", account)
    .where("ended_at", "is", null)
    .returning("name")
    .executeTakeFirst();
  if (ended === undefined) return false;
  // In this database only the console signs people in by the portal.
  await sql`delete from kit.relying_session where subject = ${account}`.execute(tx);
  const detail = { name: ended.name, ...(why === undefined ? {} : { reason: why }) };
  const action = "operator.staff-removed";
  await recordActOn(tx, tables, acting, { accountId: account, action, detail });
  return true;
}
