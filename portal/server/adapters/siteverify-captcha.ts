import { AppError } from "@sekimori/kit-server/errors";
import { z } from "zod";
import type { Captcha } from "../ports/captcha.ts";

const answerSchema = z.object({
  success: z.boolean(),
  action: z.string().optional(),
  /** reCAPTCHA v3 only: 0 is a script, 1 a person. */
  score: z.number().optional(),
});

const companies = {
  recaptcha: {
    url: "https://www.google.com/recaptcha/api/siteverify",
    leastScore: 0.5,
    origins: ["https://www.google.com", "https://recaptcha.google.com"],
  },
  turnstile: {
    url: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
    leastScore: undefined,
    origins: ["https://challenges.cloudflare.com"],
  },
} as const;

export interface SiteverifyOptions {
  readonly kind: keyof typeof companies;
  readonly siteKey: string;
  readonly secretKey: string;
  /** The company's own address unless given. */
  readonly url?: string;
}

/**
 * Google's reCAPTCHA v3 or Cloudflare's Turnstile, which share one way to check a token. The
 * visitor's address is not passed on: the check works without it.
 */
export function siteverifyCaptcha(options: SiteverifyOptions): Captcha {
  const { kind, siteKey, secretKey } = options;
  const company = companies[kind];

  const ask = async (token: string) => {
    try {
      const response = await fetch(options.url ?? company.url, {
        method: "POST",
        body: new URLSearchParams({ secret: secretKey, response: token }),
        redirect: "error",
        signal: AbortSignal.timeout(5_000),
      });
      return answerSchema.parse(await response.json());
    } catch (cause) {
      throw new AppError("Unavailable", { detail: `${kind} cannot be asked`, cause });
    }
  };

  return {
    kind,
    siteKey,
    origins: company.origins,
    newChallenge: async () => null,
    async verify(token, action) {
      if (token === undefined || token === "") return false;
      const { success, score, action: madeFor } = await ask(token);
      const isPerson =
        company.leastScore === undefined || (score !== undefined && score >= company.leastScore);
      return success && isPerson && madeFor === action;
    },
  };
}
