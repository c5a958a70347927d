import type { SecondFactorWay } from "@sekimori/portal-contract/endpoints/authenticators";
import { knowsPasskeys } from "../passkey/passkey.ts";

/** The way to ask for first: the account's strongest, of those that this browser can take. */
export function firstWay(ways: readonly SecondFactorWay[]): SecondFactorWay | undefined {
  const [strongest, next] = ways;
  return strongest === "passkey" && !knowsPasskeys() ? (next ?? strongest) : strongest;
}
