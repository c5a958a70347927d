import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { z } from "zod";
import { appointmentBodySchema, reasonSchema } from "../fields.ts";
import { requestSchema } from "../request-schema.ts";
import { roles } from "../rights.ts";
import { consoleEndpoint, perPerson } from "./declare.ts";

const tag = "Staff";

const limits = [perPerson(60, 600)] as const;

const staffSchema = z.object({
  account: z.uuid(),
  name: z.string(),
  roles: z.array(z.enum(roles)),
  isSelf: z.boolean(),
  appointedBy: z.string(),
  appointedAt: momentSchema,
  /** To the minute; null: they have never been here. */
  lastSeenAt: momentSchema.nullable(),
});
export type StaffView = z.infer<typeof staffSchema>;

export const listStaff = consoleEndpoint({
  name: "listStaff",
  method: "GET",
  path: "/staff",
  tag,
  summary: "Who works here, as what, by whose word, and when they were seen last.",
  access: "see-staff",
  response: z.object({ staff: z.array(staffSchema) }),
  errors: [],
  limits: [perPerson(300, 600)],
});

export const requestAppointment = consoleEndpoint({
  name: "requestAppointment",
  method: "POST",
  path: "/staff/appoint",
  tag,
  summary: "Asks a second administrator to confirm that somebody works here, or has other roles.",
  access: "appoint-staff",
  body: appointmentBodySchema,
  response: requestSchema,
  errors: ["MemberNotFound", "StaffNameTaken"],
  limits,
});

const meantSchema = z.strictObject({ account: z.uuid(), reason: reasonSchema });

export const removeStaff = consoleEndpoint({
  name: "removeStaff",
  method: "POST",
  path: "/staff/remove",
  tag,
  summary: "Ends somebody's work here and their sessions, at once; an administrator's takes two.",
  access: "remove-staff",
  body: meantSchema,
  response: z.object({}),
  errors: ["MemberNotFound", "AdministratorStays"],
  limits,
});

export const requestRemoval = consoleEndpoint({
  name: "requestRemoval",
  method: "POST",
  path: "/staff/ask-removal",
  tag,
  summary: "Asks a second administrator to confirm that somebody works here no more.",
  access: "appoint-staff",
  body: meantSchema,
  response: requestSchema,
  errors: ["MemberNotFound"],
  limits,
});
