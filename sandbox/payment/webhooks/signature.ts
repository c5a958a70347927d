import { createHmac } from "node:crypto";

/**
 * Value of the Payment-Signature header: `t=<unix seconds>,v1=<hex>`, where v1 is the
 * HMAC-SHA256 of `<t>.<body>`. The time is inside the signature so that an old message cannot be
 * replayed as a new one.
 */
export function signWebhook(secret: string, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const mac = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${mac}`;
}
