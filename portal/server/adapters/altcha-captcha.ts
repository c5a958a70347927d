import { AppError } from "@sekimori/kit-server/errors";
import type { Limiter } from "@sekimori/kit-server/limits";
import { createChallenge, type Payload, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/sha";
import { z } from "zod";
import type { Captcha } from "../ports/captcha.ts";

const lifetimeSeconds = 10 * 60;
const once = { by: "attempt", points: 1, seconds: 2 * lifetimeSeconds } as const;

const payloadSchema = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      nonce: z.string().min(1).max(200),
      data: z.object({ action: z.string() }),
    }),
    signature: z.string(),
  }),
  solution: z.looseObject({}),
});

function payloadOf(token: string): z.infer<typeof payloadSchema> | undefined {
  try {
    const json = Buffer.from(token, "base64").toString("utf8");
    return payloadSchema.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

export interface AltchaOptions {
  readonly secret: string;
  /** Remembers which challenges were used, for all processes. */
  readonly limiter: Pick<Limiter, "consume">;
  /**
   * Required beginning of the hash, in hexadecimal: each digit makes the work sixteen times
   * longer. "000" is about a tenth of a second in a browser.
   */
  readonly keyPrefix?: string;
  /** Whether too many passwords wait: the work is sixteen times as long then. */
  readonly isCongested?: () => boolean;
}

/**
 * ALTCHA's proof of work: no company, no picture and no tracking; the browser spends a moment of
 * computing. Its times are the machine's, not the product's clock: the library reads them itself.
 */
export function altchaCaptcha({
  secret,
  limiter,
  keyPrefix = "000",
  isCongested = () => false,
}: AltchaOptions): Captcha {
  /** A challenge passes once: the first to name its nonce spends the only point there is. */
  const isFirstUse = async (nonce: string): Promise<boolean> => {
    try {
      await limiter.consume("captcha", once, nonce);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.type === "TooManyRequest") return false;
      throw error;
    }
  };

  return {
    kind: "altcha",
    siteKey: null,
    origins: [],
    async newChallenge(action) {
      const { parameters, signature } = await createChallenge({
        algorithm: "SHA-256",
        cost: 1,
        keyPrefix: isCongested() ? `${keyPrefix}0` : keyPrefix,
        deriveKey,
        expiresAt: new Date(Date.now() + lifetimeSeconds * 1000),
        // Signed with the rest: work done for one action is worth nothing for another.
        data: { action },
        hmacSignatureSecret: secret,
      });
      if (signature === undefined) throw new Error("The challenge was not signed.");
      return { parameters: { ...parameters }, signature };
    },
    async verify(token, action) {
      const payload = token === undefined ? undefined : payloadOf(token);
      if (!payload) return false;
      if (payload.challenge.parameters.data.action !== action) return false;
      // The library checks every field itself; only action and nonce are read here.
      const { challenge, solution } = payload as unknown as Payload;
      const checked = await verifySolution({
        challenge,
        solution,
        deriveKey,
        hmacSignatureSecret: secret,
      }).catch(() => ({ verified: false }));
      return checked.verified && (await isFirstUse(payload.challenge.parameters.nonce));
    },
  };
}
