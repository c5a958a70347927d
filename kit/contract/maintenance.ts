import { z } from "zod";
import { momentSchema } from "./date-schemas.ts";

/**
 * What an operator can close for a while. Reads go on; what would change something in the area is
 * answered with 503 Unavailable, the reason and the end.
 */
export const maintenanceAreas = [
  "sign-up",
  "log-in",
  "payment",
  "management-application",
  "everything",
] as const;

export type MaintenanceArea = (typeof maintenanceAreas)[number];

/** The longest reason, in each language; people read it. */
export const maintenanceReasonMost = 200;

export const maintenanceSchema = z.object({
  area: z.enum(maintenanceAreas),
  /** In the operator's words. */
  reason: z.object({ ja: z.string(), en: z.string() }),
  startedAt: momentSchema,
  /** When it is over by itself; null: the operator ends it. */
  endsAt: momentSchema.nullable(),
});

export type Maintenance = z.infer<typeof maintenanceSchema>;

/** What is closed now; everywhere at the same path below the API base. */
export const maintenanceAnswerSchema = z.object({ maintenance: z.array(maintenanceSchema) });

export const maintenancePath = "/maintenance";
