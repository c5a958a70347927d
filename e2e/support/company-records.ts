import { expect } from "vitest";
import type { RunningProduct } from "./running-product.ts";

/** Who the journeys of an organization look at, and the domain that each verifies. */
export const companyLooks = [
  { locale: "ja", width: 375, colorScheme: "light", domain: "seki-shop.example" },
  { locale: "en", width: 1280, colorScheme: "dark", domain: "seki-parts.example" },
] as const;

/** Publishes a TXT record at the sample company's name servers, as the domain's owner does. */
export async function publishRecord(
  { sandboxOrigin }: Pick<RunningProduct, "sandboxOrigin">,
  name: string,
  text: string,
): Promise<void> {
  const answer = await fetch(`${sandboxOrigin}/company/records`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name, text }),
  });
  expect(answer.status).toBe(200);
}
