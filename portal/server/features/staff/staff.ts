import { lineSchema } from "@sekimori/kit-contract/name";
import { transaction } from "@sekimori/kit-server/database";
import { sql } from "kysely";
import { z } from "zod";
import type { PortalDatabase, PortalTransaction } from "../../context.ts";
import {
  type ActingOperator,
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
}

/** A command appoints so many administrators; after that one of them does, and another agrees. */
export const administratorsByCommand = 2;

const appointmentSchema = z.strictObject({
  account: z.uuid(),
  name: lineSchema(80),
  roles: z.array(z.enum(staffRoles)).min(1),
});

export type Appointment = z.input<typeof appointmentSchema>;

/** Why somebody is not appointed. */
export type StaffRefusal = "no-account" | "name-taken" | "administrators";

interface StaffRow {
  readonly account_id: string;
  readonly name: string;
  readonly roles: string[];
  readonly appointed_by: string;
  readonly appointed_at: Date;
}

const memberOf = (row: StaffRow): StaffMember => ({
  account: row.account_id,
  name: row.name,
  roles: staffRoles.filter((role) => row.roles.includes(role)),
  appointedBy: row.appointed_by,
  appointedAt: row.appointed_at,
});

/** Those who work at the console now: not removed, and with an account that is open. */
export const presentStaff = (db: PortalDatabase | PortalTransaction) =>
  db
    .selectFrom("portal.staff as s")
    .innerJoin("portal.account as a", "a.id", "s.account_id")
    .select(["s.account_id", "s.name", "s.roles", "s.appointed_by", "s.appointed_at"])
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

async function refusalOf(
  tx: PortalTransaction,
  { account, name, roles }: z.output<typeof appointmentSchema>,
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
  const { account, name } = wanted;
  const roles = staffRoles.filter((role) => wanted.roles.includes(role));
  return transaction(tables.db, async (tx) => {
    // Two commands at once count the same administrators, one after the other.
    await sql`lock table portal.staff in share row exclusive mode`.execute(tx);
    const refusal = await refusalOf(tx, wanted);
    if (refusal !== undefined) return refusal;
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
    const detail = { name, roles: roles.join(", ") };
    const action = "operator.staff-appointed";
    await recordActOn(tx, tables, acting, { accountId: account, action, detail });
    return undefined;
  });
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
  return transaction(tables.db, async (tx) => {
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
    const detail = { name: ended.name };
    const action = "operator.staff-removed";
    await recordActOn(tx, tables, acting, { accountId: account, action, detail });
    return true;
  });
}
