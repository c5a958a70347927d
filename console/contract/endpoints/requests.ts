import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { z } from "zod";
import {
  creditNoteReasonSchema,
  invoiceNumberSchema,
  reasonSchema,
  recoveryBodySchema,
  yenSchema,
} from "../fields.ts";
import { requestSchema } from "../request-schema.ts";
import { consoleEndpoint, perPerson } from "./declare.ts";

const tag = "Requests";

const limits = [perPerson(60, 600)] as const;

export const requestRefund = consoleEndpoint({
  name: "requestRefund",
  method: "POST",
  path: "/requests/refund",
  tag,
  summary: "Asks a second person to confirm a refund of more than one person gives back alone.",
  access: "refund-more",
  body: z.strictObject({
    invoice: invoiceNumberSchema,
    amount: yenSchema,
    note: creditNoteReasonSchema,
    reason: reasonSchema,
  }),
  response: requestSchema,
  errors: ["RefundRefused"],
  limits,
});

export const requestClosing = consoleEndpoint({
  name: "requestClosing",
  method: "POST",
  path: "/requests/close",
  tag,
  summary: "Asks a second person to confirm that an account is closed and its data deleted.",
  access: "close-member",
  body: z.strictObject({ member: z.uuid(), reason: reasonSchema }),
  response: requestSchema,
  errors: ["MemberNotFound"],
  limits,
});

export const requestAddress = consoleEndpoint({
  name: "requestAddress",
  method: "POST",
  path: "/requests/address",
  tag,
  summary: "Asks a second person to confirm that a member goes back to a former address.",
  access: "restore-address",
  body: z.strictObject({
    member: z.uuid(),
    /** Which change is undone, as the member's page names it. */
    changedAt: momentSchema,
    reason: reasonSchema,
  }),
  response: requestSchema,
  errors: ["UndoRefused"],
  limits,
});

export const requestRecovery = consoleEndpoint({
  name: "requestRecovery",
  method: "POST",
  path: "/requests/recovery",
  tag,
  summary:
    "Asks a second person to confirm that the recovery of an account begins, for a member who has lost every factor.",
  access: "recover-member",
  body: recoveryBodySchema.extend({ member: z.uuid() }),
  response: requestSchema,
  errors: ["RecoveryRefused"],
  limits,
});

export const listRequests = consoleEndpoint({
  name: "listRequests",
  method: "POST",
  path: "/requests/list",
  tag,
  summary: "What waits for a second person, the first to expire at the top, 50 at a time.",
  access: "see-requests",
  body: z.strictObject({
    /** Only what stands after this request: `next` of the part before. */
    after: z.uuid().optional(),
  }),
  response: z.object({ requests: z.array(requestSchema), next: z.uuid().nullable() }),
  errors: [],
  limits: [perPerson(300, 600)],
});

const decisionSchema = z.strictObject({ request: z.uuid() });

export const confirmRequest = consoleEndpoint({
  name: "confirmRequest",
  method: "POST",
  path: "/requests/confirm",
  tag,
  summary: "Confirms and carries out what another asked for, with both names.",
  access: "decide-requests",
  body: decisionSchema,
  response: z.object({}),
  errors: ["RequestOver", "OwnRequest", "RequestImpossible"],
  limits,
});

export const withdrawRequest = consoleEndpoint({
  name: "withdrawRequest",
  method: "POST",
  path: "/requests/withdraw",
  tag,
  summary: "Takes one's own request back, or declines that of another.",
  access: "withdraw-requests",
  body: decisionSchema,
  response: z.object({}),
  errors: ["RequestOver"],
  limits,
});
