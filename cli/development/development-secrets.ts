import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";

const keptSchema = z.object({
  portalSecret: z.string(),
  portalLookupSecret: z.string(),
  portalDataKeys: z.string(),
  paymentPublishableKey: z.string(),
  paymentSecretKey: z.string(),
  paymentWebhookSecret: z.string(),
  paymentFingerprintKey: z.string(),
});

export type DevelopmentSecrets = z.infer<typeof keptSchema>;

const random = () => randomBytes(32).toString("base64url");

function freshSecrets(): DevelopmentSecrets {
  return {
    portalSecret: random(),
    portalLookupSecret: random(),
    portalDataKeys: `dev1:${randomBytes(32).toString("base64")}`,
    paymentPublishableKey: `pk_sandbox_${randomBytes(12).toString("hex")}`,
    paymentSecretKey: `sk_sandbox_${random()}`,
    paymentWebhookSecret: random(),
    paymentFingerprintKey: random(),
  };
}

/**
 * The secrets of this checkout's development database: made on the first start and kept beside
 * it, because the personal data in it can be read with no others.
 */
export function developmentSecrets(file: string): DevelopmentSecrets {
  try {
    return keptSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
  const secrets = freshSecrets();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  return secrets;
}
