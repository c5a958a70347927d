/** What the merchant (the portal) and this company have agreed on. */
export interface PaymentSettings {
  /** Names the merchant in the fields page's address; no secret. */
  readonly publishableKey: string;
  /** Bearer of the server API. */
  readonly secretKey: string;
  /** Where changes of state are POSTed; without it they wait undelivered. */
  readonly webhookUrl?: string | undefined;
  /** Key of the webhooks' HMAC-SHA256. */
  readonly webhookSecret: string;
  /** Key of the card fingerprints; must stay the same for as long as the database lives. */
  readonly fingerprintKey: string;
  /** Shown on the 3-D Secure page. */
  readonly merchantName: string;
  /** How late the charge_slow_answer card is answered; 35 seconds unless a test says less. */
  readonly slowAnswerMs?: number | undefined;
  /** Waits between attempts to deliver a webhook; the last one repeats no more. */
  readonly webhookBackoffMs?: readonly number[] | undefined;
}

export const tokenLifetimeMs = 15 * 60_000;
export const registrationLifetimeMs = 15 * 60_000;
/** How long the challenge_slow card stays authenticated. */
export const slowSettlementMs = 5_000;
export const rightChallengeCode = "123456";
export const challengeTries = 3;
export const defaultSlowAnswerMs = 35_000;
export const defaultWebhookBackoffMs = [1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000];
