import * as z from "zod/mini";
import { brands } from "../cards/card-number.ts";
import type { CardInput } from "../payment/card-form.ts";

const fieldName = z.enum(["number", "expiryMonth", "expiryYear", "securityCode", "holder"]);

const tokenAnswer = z.object({
  token: z.string(),
  brand: z.enum(brands),
  last4: z.string(),
  expiryMonth: z.number(),
  expiryYear: z.number(),
});

const refusal = z.object({
  code: z.enum(["invalid_fields", "not_a_test_card", "key"]),
  fields: z.array(fieldName),
});

type Failure = {
  readonly code: "invalid_fields" | "not_a_test_card" | "key" | "network" | "company";
  readonly fields: z.infer<typeof fieldName>[];
};

const answerWithinMs = 30_000;

/** Sends the card to the company, which is where this page comes from, and nowhere else. */
export async function requestToken(
  key: string,
  card: CardInput,
): Promise<z.infer<typeof tokenAnswer> | Failure> {
  try {
    const response = await fetch("/payment/fields/tokens", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ key, card }),
      signal: AbortSignal.timeout(answerWithinMs),
    });
    const body: unknown = await response.json();
    const token = tokenAnswer.safeParse(body);
    if (response.ok && token.success) return token.data;
    const refused = refusal.safeParse(body);
    return refused.success ? refused.data : { code: "company", fields: [] };
  } catch {
    return { code: "network", fields: [] };
  }
}
