import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { nameSchema } from "@sekimori/kit-contract/name";
import { z } from "zod";
import { webhookLogDays } from "../constants.ts";
import { alertKinds, webhookForms } from "../words.ts";
import { karteEndpoint, perSession } from "./declare.ts";
import { idSchema, personSchema } from "./field-schemas.ts";

const tag = "Webhooks";

export const webhookSchema = z.object({
  id: idSchema,
  label: z.string(),
  form: z.enum(webhookForms),
  /** Of the address only the host is shown. */
  host: z.string(),
  events: z.array(z.enum(alertKinds)),
  createdAt: momentSchema,
  createdBy: personSchema.nullable(),
  failingSince: momentSchema.nullable(),
  disabledAt: momentSchema.nullable(),
  disabledWhy: z.enum(["person", "gone", "failing"]).nullable(),
});
export type WebhookView = z.infer<typeof webhookSchema>;

const label = nameSchema(100);
const url = z.url().max(2_000);
const events = z.array(z.enum(alertKinds)).max(alertKinds.length);

export const listWebhooks = karteEndpoint({
  name: "listWebhooks",
  method: "GET",
  path: "/webhooks",
  tag,
  summary: "Addresses that are told of events.",
  access: "manage-webhooks",
  response: z.object({ webhooks: z.array(webhookSchema) }),
  errors: [],
  limits: [],
  load: "read",
});

export const addWebhook = karteEndpoint({
  name: "addWebhook",
  method: "POST",
  path: "/webhooks",
  tag,
  summary: "Adds an address; its signing secret is shown this once.",
  access: "manage-webhooks",
  body: z.strictObject({ label, url, form: z.enum(webhookForms), events }),
  response: z.object({ webhook: webhookSchema, secret: z.string() }),
  errors: ["AddressRefused", "PlanLimit"],
  limits: [perSession(20, 60)],
});

export const changeWebhook = karteEndpoint({
  name: "changeWebhook",
  method: "PUT",
  path: "/webhooks/:id",
  tag,
  summary: "Changes what is given; `enabled` takes it into use again or out of it.",
  access: "manage-webhooks",
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({
    label: label.optional(),
    url: url.optional(),
    events: events.optional(),
    enabled: z.boolean().optional(),
  }),
  response: webhookSchema,
  errors: ["NotFound", "AddressRefused"],
  limits: [perSession(60, 60)],
});

export const changeWebhookSecret = karteEndpoint({
  name: "changeWebhookSecret",
  method: "POST",
  path: "/webhooks/:id/secret",
  tag,
  summary: "Gives a new signing secret; the old one signs too until the next change.",
  access: "manage-webhooks",
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({}),
  response: z.object({ secret: z.string() }),
  errors: ["NotFound"],
  limits: [perSession(20, 60)],
});

export const removeWebhook = karteEndpoint({
  name: "removeWebhook",
  method: "DELETE",
  path: "/webhooks/:id",
  tag,
  summary: "Removes an address and its log.",
  access: "manage-webhooks",
  params: z.strictObject({ id: idSchema }),
  response: z.object({}),
  errors: ["NotFound"],
  limits: [perSession(60, 60)],
});

export const testWebhook = karteEndpoint({
  name: "testWebhook",
  method: "POST",
  path: "/webhooks/:id/test",
  tag,
  summary: "Sends an event of the type `test`; the log shows how it went.",
  access: "manage-webhooks",
  // Sends what its receiver is sent anyway.
  stepUp: false,
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({}),
  response: z.object({ delivery: idSchema }),
  errors: ["NotFound"],
  limits: [perSession(20, 60)],
});

export const deliverySchema = z.object({
  id: idSchema,
  webhook: idSchema,
  message: z.string(),
  event: z.string(),
  state: z.enum(["queued", "delivered", "failed"]),
  attempts: z.int(),
  createdAt: momentSchema,
  nextAt: momentSchema.nullable(),
  finishedAt: momentSchema.nullable(),
  status: z.int().nullable(),
  problem: z
    .enum(["refused-address", "unreachable", "timeout", "redirect", "gone", "status"])
    .nullable(),
  ms: z.int().nullable(),
});
export type DeliveryView = z.infer<typeof deliverySchema>;

export const listDeliveries = karteEndpoint({
  name: "listDeliveries",
  method: "GET",
  path: "/webhook-deliveries",
  tag,
  summary: `What was sent in the last ${webhookLogDays} days, the latest first.`,
  access: "manage-webhooks",
  query: z.strictObject({
    webhook: idSchema.optional(),
    cursor: z.string().max(500).optional(),
    size: z.coerce.number().int().min(1).max(100).default(25),
  }),
  response: z.object({ deliveries: z.array(deliverySchema), next: z.string().nullable() }),
  errors: [],
  limits: [],
  load: "read",
});

export const replayDelivery = karteEndpoint({
  name: "replayDelivery",
  method: "POST",
  path: "/webhook-deliveries/:id/replay",
  tag,
  summary: "Sends a message again, with its own id.",
  access: "manage-webhooks",
  // Sends what its receiver is sent anyway.
  stepUp: false,
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({}),
  response: z.object({ delivery: idSchema }),
  errors: ["NotFound"],
  limits: [perSession(60, 60)],
});
