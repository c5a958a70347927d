import { keyring } from "@sekimori/kit-server/sealing";
import {
  integer,
  mode,
  networks,
  origin,
  sample,
  secret,
  webAddress,
} from "@sekimori/kit-server/settings";
import { z } from "zod";

const text = () => z.string().trim().min(1);
const longSecret = () => secret(z.string().min(32, "must have at least 32 characters"));

/**
 * Everything karte's server is told from outside; `parseSettings` reads each key from the variable
 * of the same name in capitals (`karteOrigin` from KARTE_ORIGIN).
 */
export const karteSettingsSchema = z.object({
  sekimoriMode: mode(),
  /** Where browsers reach karte. */
  karteOrigin: origin(),
  /** The portal: it frames karte, signs people in and holds the contracts. */
  portalOrigin: origin(),
  /** How karte is registered at the portal's OpenID provider. */
  karteClientId: text().default("karte"),
  /** What karte proves itself with to the portal: `operator clients add --preset karte` prints it. */
  karteClientSecret: longSecret(),
  /** Signs CSRF tokens and digests addresses. */
  karteSecret: longSecret(),
  /** AES-256-GCM keys for personal data: id:base64 pairs, the current one first. */
  karteDataKeys: secret(keyring()),
  /** Addresses or networks of our own reverse proxies. */
  trustedProxies: networks().prefault(""),
  /** The name of the service in mails. */
  serviceName: text().default("Sekimori"),
  /** Who stands behind the service and where questions go, at the end of every mail. */
  providerNameJa: sample(text().default("関守サンプル株式会社")),
  /** The same in English. */
  providerNameEn: sample(text().default("Sekimori Sample Inc.")),
  contactUrl: sample(webAddress().default("https://www.sekimori.example/contact")),
  /** From header of every mail. */
  mailFrom: sample(text().default("Sekimori <no-reply@sekimori.example>")),
  /** Where messages of the contact form go. */
  contactAddress: sample(z.email().default("support@sekimori.example")),
  /** A page that tells owners of examined hosts who looks at them; part of the User-Agent. */
  scanAboutUrl: webAddress().optional(),
  /**
   * A source of certificate transparency that answers as crt.sh does, with `{domain}` where the domain goes. Whoever
   * runs it learns which domains are looked for; without it none is asked.
   */
  certificateLogUrl: z
    .url({ protocol: /^https$/ })
    .refine((url) => /\{domain\}|%7Bdomain%7D/i.test(url), "must have {domain} in it")
    .optional(),
  /** The largest file that is kept, in megabytes; a report that does not fit says so. */
  fileMegabytes: integer({ min: 1, max: 512 }).prefault("32"),
  /** What all files of one workspace may come to; in megabytes. */
  filesWorkspaceMegabytes: integer({ min: 1, max: 1_048_576 }).prefault("1024"),
  /**
   * S3-compatible storage for files; without an address they stand in the database. They are sealed with
   * `KARTE_DATA_KEYS` and live 90 days, so an older key stays listed for so long.
   */
  s3Endpoint: webAddress().optional(),
  /** Region of the storage. */
  s3Region: text().default("us-east-1"),
  /** Bucket that holds the files; it must exist. */
  s3Bucket: text().default("karte"),
  /** What the storage knows karte by; required with `S3_ENDPOINT`. */
  s3AccessKeyId: text().optional(),
  /** What karte proves itself with to the storage; required with `S3_ENDPOINT`. */
  s3SecretAccessKey: secret(z.string().min(1)).optional(),
  /** Runs that one worker process has under way at a time. */
  runConcurrency: integer({ min: 1, max: 64 }).prefault("4"),
});

export type KarteSettings = z.output<typeof karteSettingsSchema>;
