import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { z } from "zod";
import { karteEndpoint, perSession } from "./declare.ts";
import { personSchema } from "./field-schemas.ts";
import { pageAnswer, pageQuery } from "./list-query.ts";

/** Everything that is recorded of a workspace. */
export const activityActions = [
  "workspace.created",
  "workspace.renamed",
  "workspace.closed",
  "workspace.reopened",
  "workspace.offered",
  "workspace.offer-withdrawn",
  "workspace.offer-declined",
  "workspace.handed-over",
  "workspace.contract-changed",
  "domain.added",
  "domain.changed",
  "domains.bulk",
  "domains.bulk-undone",
  "domains.exported",
  "import.applied",
  "import.undone",
  "proof.found",
  "proof.lost",
  "consent.given",
  "consent.withdrawn",
  "new-hosts.on",
  "new-hosts.off",
  "new-hosts.taken-up",
  "candidates.searched",
  "candidates.read",
  "candidates.judged",
  "group.created",
  "group.renamed",
  "group.deleted",
  "run.started",
  "run.cancelled",
  "finding.commented",
  "finding.assigned",
  "finding.due-changed",
  "finding.labels-added",
  "finding.labels-removed",
  "finding.accepted",
  "finding.acceptance-withdrawn",
  "finding.work-undone",
  "asset.judged",
  "person.invited",
  "person.invitation-withdrawn",
  "person.joined",
  "person.changed",
  "person.removed",
  "report.requested",
  "report.schedule-added",
  "report.schedule-removed",
  "person.left",
  "alert-rule.added",
  "alert-rule.changed",
  "alert-rule.removed",
  "webhook.added",
  "webhook.changed",
  "webhook.secret-changed",
  "webhook.removed",
  "ticket-system.connected",
  "ticket-system.changed",
  "ticket-system.disconnected",
  "ticket.requested",
  "ticket.closed",
  "ticket.reopened",
  "policy.added",
  "policy.changed",
  "policy.switched-on",
  "policy.switched-off",
  "policy.ordered",
  "policy.removed",
  "policy.acted",
  "policy.held",
  "policy.ended",
  "token.created",
  "token.revoked",
  "activity.exported",
  "contact.sent",
] as const;
export type ActivityAction = (typeof activityActions)[number];

export const activityEntrySchema = z.object({
  id: z.int(),
  at: momentSchema,
  action: z.enum(activityActions),
  /** Null for what karte did by itself. */
  by: personSchema.nullable(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type ActivityEntry = z.infer<typeof activityEntrySchema>;

const filters = {
  action: z.enum(activityActions).optional(),
  by: z.string().max(100).optional(),
  from: momentSchema.optional(),
  to: momentSchema.optional(),
};

export const listActivity = karteEndpoint({
  name: "listActivity",
  method: "GET",
  path: "/activity",
  tag: "Activity",
  summary: "Who did what when, the latest first.",
  access: "see-activity",
  query: z.strictObject({ ...filters, ...pageQuery }),
  response: z.object({ entries: z.array(activityEntrySchema), ...pageAnswer }),
  errors: [],
  limits: [],
  load: "read",
});

export const exportActivity = karteEndpoint({
  name: "exportActivity",
  method: "GET",
  path: "/activity/export",
  tag: "Activity",
  summary: "The log as CSV, safe to open in a spreadsheet.",
  access: "see-activity",
  query: z.strictObject(filters),
  response: z.object({ fileName: z.string(), text: z.string() }),
  errors: [],
  load: "rows",
  limits: [perSession(20, 60)],
});

export const checkActivity = karteEndpoint({
  name: "checkActivity",
  method: "GET",
  path: "/activity/check",
  tag: "Activity",
  summary: "Whether the log is whole: each entry's hash covers it and the one before.",
  access: "see-activity",
  response: z.object({
    entries: z.int(),
    /** The first entry that was changed, removed or put in between; null when the log is whole. */
    brokenAt: z.int().nullable(),
  }),
  errors: [],
  limits: [perSession(10, 60)],
});
