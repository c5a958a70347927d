import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { nameSchema } from "@sekimori/kit-contract/name";
import { z } from "zod";
import { recentSignInSeconds, tokenDaysMost } from "../constants.ts";
import { scopeNames } from "../token-scopes.ts";
import { karteEndpoint, perSession } from "./declare.ts";
import { idSchema, namedSchema, personSchema } from "./field-schemas.ts";

const tag = "API tokens";

export const tokenSchema = z.object({
  id: idSchema,
  label: z.string(),
  /** Its last four characters. */
  hint: z.string(),
  scopes: z.array(z.enum(scopeNames)),
  /** Null sees the whole workspace. */
  groups: z.array(namedSchema).nullable(),
  createdAt: momentSchema,
  createdBy: personSchema.nullable(),
  expiresAt: momentSchema,
  /** To the minute. */
  lastUsedAt: momentSchema.nullable(),
  /** `stopped`: whoever made it may manage tokens no longer. */
  state: z.enum(["in-use", "expired", "stopped"]),
});
export type TokenView = z.infer<typeof tokenSchema>;

export const listTokens = karteEndpoint({
  name: "listTokens",
  method: "GET",
  path: "/tokens",
  tag,
  summary: "The workspace's API tokens, the latest first; never the tokens themselves.",
  access: "manage-tokens",
  response: z.object({ tokens: z.array(tokenSchema) }),
  errors: [],
  limits: [],
  load: "read",
});

export const addToken = karteEndpoint({
  name: "addToken",
  method: "POST",
  path: "/tokens",
  tag,
  summary: `Creates a token and shows it this once; needs a login of the last ${recentSignInSeconds / 60} minutes.`,
  access: "manage-tokens",
  body: z.strictObject({
    label: nameSchema(100),
    scopes: z.array(z.enum(scopeNames)).min(1).max(scopeNames.length),
    /** Only with the scope `read` alone. */
    groups: z.array(idSchema).max(50).nullable().default(null),
    days: z.int().min(1).max(tokenDaysMost),
  }),
  response: z.object({ token: tokenSchema, secret: z.string() }),
  errors: ["PlanLimit", "NotFound"],
  limits: [perSession(20, 60)],
});

export const removeToken = karteEndpoint({
  name: "removeToken",
  method: "DELETE",
  path: "/tokens/:id",
  tag,
  summary: "Revokes a token: it's refused from this moment.",
  access: "manage-tokens",
  // It only takes away: a token that leaked is revoked at once.
  stepUp: false,
  params: z.strictObject({ id: idSchema }),
  response: z.object({}),
  errors: ["NotFound"],
  limits: [perSession(60, 60)],
});
