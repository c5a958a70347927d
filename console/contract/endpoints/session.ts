import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { z } from "zod";
import { acts, roles } from "../rights.ts";
import { consoleEndpoint, perPerson } from "./declare.ts";

const tag = "Session";

const sessionSchema = z.object({
  name: z.string(),
  roles: z.array(z.enum(roles)),
  /** What the roles open. */
  acts: z.array(z.enum(acts)),
  /** When it is over however busy it is. */
  expiresAt: momentSchema,
});
export type SessionView = z.infer<typeof sessionSchema>;

export const getSession = consoleEndpoint({
  name: "getSession",
  method: "GET",
  path: "/session",
  tag,
  summary: "Who is logged in, with which roles.",
  access: "staff",
  response: sessionSchema,
  errors: [],
  limits: [perPerson(600, 600)],
});

export const endSession = consoleEndpoint({
  name: "endSession",
  method: "POST",
  path: "/session/end",
  tag,
  summary:
    "Logs out here; the whole window then goes to `next`, so that the portal's session ends too.",
  access: "signed-in",
  body: z.strictObject({}),
  response: z.object({ next: z.url() }),
  errors: [],
  limits: [perPerson(60, 600)],
});
