import { z } from "zod";
import { runStates } from "../words.ts";
import { karteEndpoint, perSession } from "./declare.ts";
import { findingStateSchema, idSchema, localTextSchema, severitySchema } from "./field-schemas.ts";
import { pageAnswer, pageQuery, words } from "./list-query.ts";
import { quotaSchema } from "./quota-view.ts";
import { runSchema } from "./run-view.ts";

const tag = "Scans";

export const startRun = karteEndpoint({
  name: "startRun",
  method: "POST",
  path: "/runs",
  tag,
  summary: "Starts a scan of one domain; uses one manual scan of the quota.",
  access: "run",
  body: z.strictObject({ domain: idSchema }),
  response: z.object({ run: runSchema, quota: quotaSchema }),
  errors: [
    "NotFound",
    "QuotaSpent",
    "PlanLimit",
    "ProofMissing",
    "ConsentMissing",
    "AlreadyRunning",
  ],
  limits: [perSession(60, 60)],
});

export const listRuns = karteEndpoint({
  name: "listRuns",
  method: "GET",
  path: "/runs",
  tag,
  summary: "Scans, the latest first.",
  access: "see",
  query: z.strictObject({
    domain: idSchema.optional(),
    state: words(runStates),
    ...pageQuery,
  }),
  response: z.object({ runs: z.array(runSchema), ...pageAnswer }),
  errors: [],
  limits: [],
  load: "read",
});

export const getRun = karteEndpoint({
  name: "getRun",
  method: "GET",
  path: "/runs/:id",
  tag,
  summary: "One scan and its progress.",
  access: "see",
  params: z.strictObject({ id: idSchema }),
  response: runSchema,
  errors: ["NotFound"],
  limits: [],
  load: "read",
});

export const cancelRun = karteEndpoint({
  name: "cancelRun",
  method: "POST",
  path: "/runs/:id/cancel",
  tag,
  summary: "Stops a scan; one that hasn't begun costs nothing. Done twice, it's the same.",
  access: "run",
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({}),
  response: runSchema,
  errors: ["NotFound"],
  limits: [perSession(60, 60)],
});

/**
 * One message of the event stream, as JSON in `data`: a run changed. Whoever reconnects reads the
 * list again; nothing is replayed.
 */
export const runEventSchema = runSchema.pick({
  id: true,
  domain: true,
  state: true,
  phase: true,
  version: true,
  done: true,
  total: true,
});
export type RunEvent = z.infer<typeof runEventSchema>;

export const watchRuns = karteEndpoint({
  name: "watchRuns",
  method: "GET",
  path: "/events",
  tag,
  summary:
    "An event stream (text/event-stream) of the workspace's scans: event `run` with a scan's progress.",
  access: "see",
  byToken: false,
  response: z.object({}),
  errors: [],
  limits: [],
  load: "stream",
});

/** What stands between two runs of one domain, and why. */
export const compareRuns = karteEndpoint({
  name: "compareRuns",
  method: "GET",
  path: "/runs/compare",
  tag,
  summary: "What differs between two scans of one domain.",
  access: "see",
  query: z.strictObject({ from: idSchema, to: idSchema }),
  response: z.object({
    from: runSchema,
    to: runSchema,
    /** The change of the score is also one of its rules. */
    scoreVersionChanged: z.boolean(),
    changes: z.array(
      z.object({
        kind: z.enum(["appeared", "disappeared", "changed"]),
        finding: idSchema.nullable(),
        check: z.string(),
        host: z.string(),
        summary: localTextSchema,
        /** What the check said, then and before. */
        severity: severitySchema.nullable(),
        before: severitySchema.nullable(),
        /** What a policy says of it now, where that is another. */
        inForce: severitySchema.nullable(),
        state: findingStateSchema.nullable(),
      }),
    ),
  }),
  errors: ["NotFound"],
  limits: [],
  load: "slow",
});
