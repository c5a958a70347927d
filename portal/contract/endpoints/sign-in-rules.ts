import { z } from "zod";
import { ruleNetworksMost, ruleSessionHoursMost } from "../constants.ts";
import { networkSchema } from "../networks.ts";

/**
 * What an organisation asks of its members' sign-ins.
 *
 * - `second-factor`: one of the member's own, that no mail brings; `any` is an authenticator app or a
 *   passkey, `phishing-resistant` a passkey.
 * - `networks`: from these alone may one sign in, whichever way one proves oneself.
 * - `session-length`: a session ends that many hours after the sign-in, in applications too.
 * - `no-trusted-browsers`: none stands for a second factor.
 * - `no-external-ids`: nobody comes by an external identity of their own; the organisation's provider
 *   is none.
 * - `no-passwords`: nobody signs in by a password; a passkey and the organisation's provider stay.
 */
export const signInRuleSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("second-factor"),
    strength: z.enum(["any", "phishing-resistant"]),
  }),
  z.strictObject({
    kind: z.literal("networks"),
    networks: z.array(networkSchema).min(1).max(ruleNetworksMost),
  }),
  z.strictObject({
    kind: z.literal("session-length"),
    hours: z.int().min(1).max(ruleSessionHoursMost),
  }),
  z.strictObject({ kind: z.literal("no-trusted-browsers") }),
  z.strictObject({ kind: z.literal("no-external-ids") }),
  z.strictObject({ kind: z.literal("no-passwords") }),
]);

export type SignInRule = z.infer<typeof signInRuleSchema>;

export const ruleKinds = signInRuleSchema.options.map(({ shape }) => shape.kind.value);

export const ruleKindSchema = z.enum(ruleKinds);

export type RuleKind = SignInRule["kind"];

export type FactorStrength = Extract<SignInRule, { kind: "second-factor" }>["strength"];
