import { daySchema } from "@sekimori/kit-contract/date-schemas";
import { foldedText } from "@sekimori/kit-contract/search-text";
import { corporateNumberSchema, emailSchema } from "@sekimori/portal-contract/fields";
import { parseNumber } from "../billing/invoice-snapshot.ts";
import { OperatorRefused } from "../operator/operator-audit.ts";
import type { CalendarDay } from "../plan/plan-dates.ts";
import { wordsOf } from "./name-words.ts";

/** What members are looked for by. */
export type SearchTerm =
  | { readonly by: "address"; readonly address: string }
  | { readonly by: "corporate-number"; readonly number: string }
  /** The digits of a document's number. */
  | { readonly by: "document"; readonly number: string }
  /** An id of an account or a contract, or the reference of a charge or refund at the payment company. */
  | { readonly by: "id"; readonly id: string }
  /** The number of an event of the audit log. */
  | { readonly by: "event"; readonly event: string }
  | { readonly by: "card"; readonly last4: string; readonly day: CalendarDay }
  /** Beginnings of words of a person's or a company's name, all of which have to be there. */
  | { readonly by: "name"; readonly words: readonly string[] };

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const wordsMost = 8;

const isDay = (text: string): boolean => daySchema.safeParse(text).success;

/** The last four digits of a card and a day, in either order; undefined: something else. */
function cardOf(parts: readonly string[]): SearchTerm | undefined {
  const last4 = parts.find((part) => /^\d{4}$/.test(part));
  const day = parts.find(isDay);
  if (parts.length !== 2 || last4 === undefined || day === undefined) return undefined;
  return { by: "card", last4, day };
}

/** One word that is no name: an address, a number, an id. */
function numberedTerm(text: string): SearchTerm | undefined {
  if (text.includes("@")) {
    const address = emailSchema.safeParse(text);
    if (!address.success) throw new OperatorRefused("This is no whole email address.");
    return { by: "address", address: address.data };
  }
  if (uuid.test(text)) return { by: "id", id: text };
  const event = /^event:(\d{1,18})$/.exec(text)?.[1];
  if (event !== undefined) return { by: "event", event };
  const corporate = text.replace(/^t(?=\d{13}$)/, "");
  if (corporateNumberSchema.safeParse(corporate).success) {
    return { by: "corporate-number", number: corporate };
  }
  const document = parseNumber(text);
  return document === undefined ? undefined : { by: "document", number: document };
}

/**
 * What somebody means who types this. Width, case and spaces around do not matter.
 *
 * @throws OperatorRefused where nothing can be looked for by it, in words that say what can.
 */
export function parseSearch(terms: readonly string[]): SearchTerm {
  const text = foldedText(terms.join(" ")).trim();
  const parts = text.split(/\s+/);
  const [only = ""] = parts;
  const term = cardOf(parts) ?? (parts.length === 1 ? numberedTerm(only) : undefined);
  if (term !== undefined) return term;
  const words = wordsOf(text);
  if (words.length === 0) {
    throw new OperatorRefused(
      "Look by an address, a name, a company, a corporate number, a document's number, an id, or a card's last four digits and the day of a charge.",
    );
  }
  if (words.length > wordsMost) throw new OperatorRefused(`At most ${wordsMost} words of a name.`);
  return { by: "name", words };
}
