import { createHash } from "node:crypto";
import { AppError } from "@sekimori/kit-server/errors";

/**
 * A name for exactly what a screen shows before a press that costs money. It goes out with the
 * figures and comes back with the press.
 *
 * @param shown is named by its JSON: the order of its keys counts.
 */
export function nameOfShown(shown: object): string {
  return createHash("sha256").update(JSON.stringify(shown)).digest("base64url");
}

/**
 * Asked inside the transaction that agrees, of what is true there.
 *
 * @throws AppError TermsChanged unless a press is for exactly this.
 */
export function requireShown(present: object, name: string): void {
  if (nameOfShown(present) !== name) throw new AppError("TermsChanged");
}
