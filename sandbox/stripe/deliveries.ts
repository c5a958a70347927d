import { createHmac } from "node:crypto";
import { secondsOf } from "./company.ts";
import type { StoredEvent } from "./state.ts";

export interface Endpoint {
  readonly url: string;
  readonly secret: string;
}

/** The header that proves who sends a notification, and when. */
export function signatureOf(body: string, secret: string, at: Date): string {
  const seconds = secondsOf(at);
  const mac = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${mac}`;
}

/** Sends one notification. @returns the merchant's answer. */
export async function send(event: StoredEvent, endpoint: Endpoint, at: Date): Promise<number> {
  const body = JSON.stringify(event);
  const response = await fetch(endpoint.url, {
    method: "POST",
    headers: {
      "content-type": "application/json; charset=utf-8",
      "stripe-signature": signatureOf(body, endpoint.secret, at),
    },
    body,
  });
  await response.body?.cancel();
  return response.status;
}
