import { maintenanceAreas, maintenanceSchema } from "@sekimori/kit-contract/maintenance";
import { z } from "zod";
import { maintenanceMinutesSchema, maintenanceReasonSchema } from "../fields.ts";
import { consoleEndpoint, perPerson } from "./declare.ts";

const tag = "Maintenance";

const limits = [perPerson(60, 600)] as const;

const closedSchema = maintenanceSchema.extend({ startedBy: z.string() });
export type ClosedView = z.infer<typeof closedSchema>;

export const listMaintenance = consoleEndpoint({
  name: "listMaintenance",
  method: "GET",
  path: "/maintenance",
  tag,
  summary: "What is closed for maintenance, why, by whom, and until when.",
  access: "see-maintenance",
  response: z.object({ maintenance: z.array(closedSchema) }),
  errors: [],
  limits: [perPerson(300, 600)],
});

export const startMaintenance = consoleEndpoint({
  name: "startMaintenance",
  method: "POST",
  path: "/maintenance/start",
  tag,
  summary: "Closes an area for maintenance, or gives a closed area another reason and end.",
  access: "run-maintenance",
  body: z.strictObject({
    area: z.enum(maintenanceAreas),
    reasonJa: maintenanceReasonSchema,
    reasonEn: maintenanceReasonSchema,
    minutes: maintenanceMinutesSchema,
  }),
  response: maintenanceSchema,
  errors: [],
  limits,
});

export const endMaintenance = consoleEndpoint({
  name: "endMaintenance",
  method: "POST",
  path: "/maintenance/end",
  tag,
  summary: "Opens an area again.",
  access: "run-maintenance",
  body: z.strictObject({ area: z.enum(maintenanceAreas) }),
  response: z.object({}),
  errors: ["MaintenanceOver"],
  limits,
});
