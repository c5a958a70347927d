import { z } from "zod";

/**
 * What an organisation asks of its members' sign-ins.
 *
 * - `second-factor`: one of the member's own, that no mail brings; `any` is an authenticator app or a
 *   passkey, `phishing-resistant` a passkey.
 */
export const signInRuleSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("second-factor"),
    strength: z.enum(["any", "phishing-resistant"]),
  }),
]);

export type SignInRule = z.infer<typeof signInRuleSchema>;

export const ruleKinds = signInRuleSchema.options.map(({ shape }) => shape.kind.value);

export const ruleKindSchema = z.enum(ruleKinds);

export type RuleKind = SignInRule["kind"];

export type FactorStrength = Extract<SignInRule, { kind: "second-factor" }>["strength"];
