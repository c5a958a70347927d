import { type Member, newMember } from "@sekimori/e2e/journeys";
import { Mails } from "@sekimori/e2e/mails";
import type { RunningProduct } from "@sekimori/e2e/running-product";

const atOnce = 8;

/**
 * Signs up people of the free plan, each with a browser and a network of their own, as the clients
 * of a load: one account behind every connection would measure its row, not the product.
 */
export async function signUpMembers(product: RunningProduct, count: number): Promise<Member[]> {
  const surroundings = { origin: product.portalOrigin, mails: new Mails(product.sandboxOrigin) };
  const members: Member[] = [];
  while (members.length < count) {
    const batch = Array.from({ length: Math.min(atOnce, count - members.length) }, () =>
      newMember(surroundings),
    );
    members.push(...(await Promise.all(batch)));
  }
  return members;
}

/** The cookies that a member's browser would send, or those whose name has `part` in it. */
export function cookiesOf({ person }: Member, part = ""): string {
  return [...person.cookies]
    .filter(([name]) => name.includes(part))
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");
}
