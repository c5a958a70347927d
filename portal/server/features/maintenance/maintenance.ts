import {
  type Maintenance,
  maintenanceAreas,
  maintenanceReasonMost,
} from "@sekimori/kit-contract/maintenance";
import { lineSchema } from "@sekimori/kit-contract/name";
import { transaction } from "@sekimori/kit-server/database";
import { z } from "zod";
import type { PortalDatabase } from "../../context.ts";
import { type ActingOperator, type OperatorTables, recordAct } from "../operator/operator-audit.ts";

/** An end that is further away is no end: then it is left open. */
export const longestMinutes = 7 * 24 * 60;

const minuteMs = 60_000;

const askedSchema = z.strictObject({
  area: z.enum(maintenanceAreas),
  reasonJa: lineSchema(maintenanceReasonMost),
  reasonEn: lineSchema(maintenanceReasonMost),
  /** After so many minutes it is over by itself; null: somebody ends it. */
  minutes: z.int().min(1).max(longestMinutes).nullable(),
});

export type AskedMaintenance = z.input<typeof askedSchema>;

/** With whoever began it; for those who operate. */
export interface SetMaintenance extends Maintenance {
  readonly startedBy: string;
}

/** All that was set, also what is over by its own end, in the order of areas. */
export async function setMaintenance(db: PortalDatabase): Promise<SetMaintenance[]> {
  const rows = await db.selectFrom("portal.maintenance").selectAll().execute();
  const asSet = rows.map(
    (row): SetMaintenance => ({
      area: row.area as Maintenance["area"],
      reason: { ja: row.reason_ja, en: row.reason_en },
      startedAt: row.started_at.toISOString(),
      startedBy: row.started_by,
      endsAt: row.ends_at?.toISOString() ?? null,
    }),
  );
  return maintenanceAreas.flatMap((area) => asSet.filter((one) => one.area === area));
}

/** What is closed now. */
export async function presentMaintenance({ db, clock }: OperatorTables): Promise<SetMaintenance[]> {
  const now = clock.now().getTime();
  const asSet = await setMaintenance(db);
  return asSet.filter(({ endsAt }) => endsAt === null || Date.parse(endsAt) > now);
}

/**
 * Closes an area, or gives what is closed another reason and end. All processes follow within seconds.
 *
 * @throws z.ZodError, DryRun
 */
export async function startMaintenance(
  tables: OperatorTables,
  acting: ActingOperator,
  asked: AskedMaintenance,
): Promise<Maintenance> {
  const { area, reasonJa, reasonEn, minutes } = askedSchema.parse(asked);
  const startedAt = tables.clock.now();
  const endsAt = minutes === null ? null : new Date(startedAt.getTime() + minutes * minuteMs);
  await transaction(tables.db, async (tx) => {
    const row = {
      reason_ja: reasonJa,
      reason_en: reasonEn,
      started_at: startedAt,
      started_by: acting.operator,
      ends_at: endsAt,
    };
    await tx
      .insertInto("portal.maintenance")
      .values({ area, ...row })
      .onConflict((conflict) => conflict.column("area").doUpdateSet(row))
      .execute();
    await recordAct(tx, tables, acting, "operator.maintenance-started", {
      area,
      reason: reasonEn,
      ...(endsAt === null ? {} : { endsAt: endsAt.toISOString() }),
    });
  });
  return {
    area,
    reason: { ja: reasonJa, en: reasonEn },
    startedAt: startedAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
  };
}

/**
 * Opens an area again.
 *
 * @returns whether it was closed; of two who end it, one did
 * @throws DryRun
 */
export async function endMaintenance(
  tables: OperatorTables,
  acting: ActingOperator,
  area: Maintenance["area"],
): Promise<boolean> {
  const now = tables.clock.now();
  return transaction(tables.db, async (tx) => {
    const ended = await tx
      .deleteFrom("portal.maintenance")
      .where("area", "=", area)
      .where((eb) => eb.or([eb("ends_at", "is", null), eb("ends_at", ">", now)]))
      .returning("area")
      .executeTakeFirst();
    if (ended === undefined) return false;
    await recordAct(tx, tables, acting, "operator.maintenance-ended", { area });
    return true;
  });
}
