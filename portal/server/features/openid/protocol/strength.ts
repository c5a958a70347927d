import type { SecondFactorWay } from "@sekimori/portal-contract/endpoints/authenticators";
import { z } from "zod";

/**
 * How strongly somebody was recognised (`acr`), the weakest first: by one factor, by a code from the
 * mailbox beside it, by a second factor that no mail brings, and by a passkey, which resists phishing
 * (OpenID Connect Extended Authentication Profile, ACR Values).
 */
export const strengths = [
  "urn:sekimori:acr:pwd",
  "urn:sekimori:acr:email",
  "urn:sekimori:acr:mfa",
  "phr",
] as const;

export type Strength = (typeof strengths)[number];

/** What applications asked for before a passkey and an app were told from a mailed code. */
const formerNames: Readonly<Record<string, Strength>> = {
  "urn:sekimori:acr:1": "urn:sekimori:acr:pwd",
  "urn:sekimori:acr:2": "urn:sekimori:acr:email",
};

/** What a second factor makes of a sign-in. */
const strengthOfWay: Readonly<Record<SecondFactorWay, Strength>> = {
  email: "urn:sekimori:acr:email",
  // A code of 75 bits from paper is something that one has (NIST SP 800-63B, look-up secrets).
  "recovery-code": "urn:sekimori:acr:mfa",
  app: "urn:sekimori:acr:mfa",
  passkey: "phr",
};

const rankOf = (name: string): number =>
  strengths.findIndex((one) => one === (formerNames[name] ?? name));

/** The strongest of some; the weakest there is where there are none. */
export const strongest = (some: readonly Strength[]): Strength =>
  strengths.findLast((one) => some.includes(one)) ?? strengths[0];

export const strengthByWay = (way: SecondFactorWay): Strength => strengthOfWay[way];

/** What an application asks for. */
export interface AskedStrength {
  /** Any of them is good, the one named first the best. */
  readonly values: readonly string[];
  /** Whether the request fails without (OpenID Connect Core, section 5.5.1.1). */
  readonly isEssential: boolean;
}

/** Whether a sign-in of one strength is as good as what a name stands for. */
const isMet = (reached: Strength, name: string): boolean =>
  rankOf(name) >= 0 && rankOf(name) <= rankOf(reached);

/**
 * What an application is answered with: a name that it asked for, if the sign-in is as good as that,
 * because applications compare; otherwise what was reached.
 */
export function answeredStrength(reached: Strength, asked: readonly AskedStrength[]): string {
  const named = asked.flatMap(({ values }) => values);
  if (named.includes(reached)) return reached;
  return named.find((name) => isMet(reached, name)) ?? reached;
}

export const isReached = (reached: Strength, { values }: AskedStrength): boolean =>
  values.some((name) => isMet(reached, name));

/** The weakest strength that is good enough; undefined where no sign-in is. */
export const leastOf = ({ values }: AskedStrength): Strength | undefined =>
  strengths.find((strength) => values.some((name) => isMet(strength, name)));

interface AskingParameters {
  readonly acr_values?: unknown;
  readonly claims?: unknown;
}

/** What is no name stands for nothing that there is, so that insisting on it fails. */
const nameless = "";

const acrClaimSchema = z.object({
  id_token: z.object({
    acr: z.object({
      essential: z.boolean().catch(false),
      value: z.string().optional().catch(nameless),
      values: z.array(z.string()).catch([nameless]).default([]),
    }),
  }),
});

function acrClaimOf(claims: unknown) {
  if (typeof claims !== "string") return undefined;
  try {
    return acrClaimSchema.safeParse(JSON.parse(claims)).data?.id_token.acr;
  } catch {
    // The engine refuses it.
    return undefined;
  }
}

/** What a request asks of the sign-in: `acr_values`, which is a wish, and the claim `acr`, or both. */
export function askedStrengths({ acr_values: wish, claims }: AskingParameters): AskedStrength[] {
  const { essential = false, value, values = [] } = acrClaimOf(claims) ?? {};
  const wished = typeof wish === "string" ? wish.split(" ").filter(Boolean) : [];
  return [
    { values: value === undefined ? values : [value, ...values], isEssential: essential },
    { values: wished, isEssential: false },
  ].filter((asked) => asked.values.length > 0);
}
