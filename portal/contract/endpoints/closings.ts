import { z } from "zod";
import { perAccount, portalEndpoint } from "./declare.ts";

const closingsSchema = z.object({
  /** Those that answered, in the order in which they were registered. */
  applications: z.array(
    z.object({
      name: z.string(),
      closes: z.array(
        z.object({
          /** A person's word: shown as text only. */
          name: z.string(),
          /** Other people who lose access. */
          members: z.int().nonnegative(),
        }),
      ),
    }),
  ),
  /** Names of the applications that could not be asked. */
  missing: z.array(z.string()),
  /** Nothing else closes. False where an application did not answer, or none could be asked. */
  complete: z.boolean(),
});

export type Closings = z.infer<typeof closingsSchema>;

export const listClosings = portalEndpoint({
  name: "listClosings",
  method: "GET",
  path: "/contract/closings",
  tag: "Contract",
  summary: "What closes with the member's account in each application, such as its workspaces.",
  access: "account",
  response: closingsSchema,
  errors: [],
  // Each call has applications asked.
  limits: [perAccount(60, 600)],
});
