import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { z } from "zod";
import { perPerson } from "../declare.ts";
import { integrationEndpoint } from "./declare.ts";

const tag = "Refused requests";

const refusalSchema = z.object({
  id: z.string(),
  at: momentSchema,
  /** What the page of the person and the answer to the application name, too. */
  reference: z.string(),
  endpoint: z.string(),
  client: z.string(),
  isRegistered: z.boolean(),
  error: z.string(),
  description: z.string().nullable(),
  /** What the application itself was not told. */
  detail: z.string().nullable(),
  /** What was sent and what is registered, where the two are compared. */
  parameters: z.array(
    z.object({
      name: z.string(),
      received: z.string().nullable(),
      registered: z.array(z.string()),
    }),
  ),
});
export type RefusalView = z.infer<typeof refusalSchema>;

const refusalsQuerySchema = z.strictObject({
  client: z.string().max(64).optional(),
  reference: z.string().max(64).optional(),
  before: z
    .string()
    .regex(/^[0-9]{1,18}$/)
    .optional(),
});

export const listRefusals = integrationEndpoint({
  name: "listRefusals",
  method: "GET",
  path: "/refusals",
  tag,
  summary: "Requests of applications that the portal refused, the latest first.",
  access: "see-refusals",
  query: refusalsQuerySchema,
  response: z.object({
    refusals: z.array(refusalSchema),
    /** Where the next part begins; null: these are the last. */
    next: z.string().nullable(),
  }),
  errors: [],
  limits: [perPerson(1_200, 600)],
});
