import { daySchema, momentSchema } from "@sekimori/kit-contract/date-schemas";
import { z } from "zod";
import { parkingReasons } from "../words.ts";
import { consoleEndpoint, perPerson } from "./declare.ts";

const tag = "Work";

/** Since when: a day where that is all that is known. */
const since = z.union([momentSchema, daySchema]);

const moneySchema = z.object({
  id: z.string(),
  account: z.uuid(),
  invoice: z.string(),
  amount: z.int(),
  since: momentSchema,
});

const workSchema = z.object({
  parked: z.array(
    z.object({
      contract: z.uuid(),
      account: z.uuid(),
      why: z.enum(parkingReasons),
      since: momentSchema,
    }),
  ),
  charges: z.array(moneySchema),
  refunds: z.array(moneySchema),
  disputes: z.array(moneySchema),
  inquiries: z.array(
    z.object({
      account: z.uuid(),
      askedOn: daySchema,
      /** The last day of the ten. */
      answerBy: daySchema,
      isOver: z.boolean(),
    }),
  ),
  deletions: z.array(
    z.object({
      account: z.uuid(),
      why: z.enum(["withdrawn", "closed"]),
      since,
      dueOn: daySchema,
      isLate: z.boolean(),
    }),
  ),
  jobs: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      state: z.enum(["late", "failed", "given-up"]),
      attempts: z.int(),
      maxAttempts: z.int(),
      since: momentSchema,
    }),
  ),
  mails: z.array(
    z.object({
      id: z.uuid(),
      state: z.enum(["queued", "refused", "expired"]),
      attempts: z.int(),
      /** The mail server's code. */
      problem: z.string().nullable(),
      since: momentSchema,
    }),
  ),
  webhooks: z.array(
    z.object({
      id: z.uuid(),
      label: z.string(),
      host: z.string(),
      messages: z.int(),
      disabledWhy: z.enum(["person", "gone", "failing"]).nullable(),
      since: momentSchema,
    }),
  ),
});
export type WorkView = z.infer<typeof workSchema>;

export const listWork = consoleEndpoint({
  name: "listWork",
  method: "GET",
  path: "/work",
  tag,
  summary: "What waits for somebody who works here: of each kind the oldest 50, without names.",
  access: "see-work",
  response: workSchema,
  errors: [],
  limits: [perPerson(300, 600)],
});

/** Enough for whoever works through a list, and too few for a script. */
const limits = [perPerson(120, 600)] as const;

export const retryJob = consoleEndpoint({
  name: "retryJob",
  method: "POST",
  path: "/work/retry-job",
  tag,
  summary: "Has a job that failed, was given up or is late done now.",
  access: "retry-jobs",
  body: z.strictObject({ job: z.string().regex(/^[0-9]{1,18}$/) }),
  response: z.object({}),
  errors: ["WorkOver"],
  limits,
});

export const sendMailNow = consoleEndpoint({
  name: "sendMailNow",
  method: "POST",
  path: "/work/send-mail",
  tag,
  summary: "Has an email that waits sent now.",
  access: "resend",
  body: z.strictObject({ mail: z.uuid() }),
  response: z.object({}),
  errors: ["WorkOver"],
  limits,
});

export const resendMessages = consoleEndpoint({
  name: "resendMessages",
  method: "POST",
  path: "/work/resend-messages",
  tag,
  summary: "Sends everything again that hasn't arrived at one of our own webhooks.",
  access: "resend",
  body: z.strictObject({ webhook: z.uuid() }),
  response: z.object({ messages: z.int() }),
  errors: ["WorkOver"],
  limits,
});

export const noteAnswer = consoleEndpoint({
  name: "noteAnswer",
  method: "POST",
  path: "/work/answered",
  tag,
  summary: "Notes that a member has answered an inquiry.",
  access: "note-answers",
  body: z.strictObject({ member: z.uuid() }),
  response: z.object({}),
  errors: ["WorkOver"],
  limits,
});
