import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Role } from "@sekimori/console-contract/rights";
import type { ParkingReason, RequestedAct } from "@sekimori/console-contract/words";
import { formatDay } from "@sekimori/kit-contract/dates";
import type { Locale } from "@sekimori/kit-contract/locale";
import { formatYen } from "@sekimori/kit-contract/yen";
import { identityWords, roleWords } from "../../app/words/words.ts";

// What the audit log keeps of an act, in words. What has none here is shown as it is kept.

type Words = Readonly<Record<string, MessageDescriptor>>;

const factNames: Words = {
  reason: msg`Reason`,
  shown: msg`Shown`,
  locks: msg`Limits lifted`,
  counts: msg`Counts cleared`,
  by: msg`By`,
  found: msg`Found`,
  more: msg`More found`,
  invoice: msg`Invoice`,
  amount: msg`Amount`,
  contract: msg`Contract`,
  parkedFor: msg`Excluded because of`,
  confirmedBy: msg`Confirmed by`,
  act: msg`Action`,
  note: msg`Reason on the credit note`,
  askedBy: msg`Asked by`,
  name: msg`Name`,
  roles: msg`Roles`,
  domain: msg`Domain`,
  last4: msg`Card ending in`,
  client: msg`Application`,
  effectiveOn: msg`Price from`,
  monthlyPrice: msg`Monthly price`,
  accepted: msg`Agreed`,
  identity: msg`Identity checked`,
};

const actWords: Readonly<Record<RequestedAct, MessageDescriptor>> = {
  refund: msg`Refund`,
  "close-member": msg`Close the account`,
  "appoint-staff": msg`Appoint to staff`,
  "remove-staff": msg`Remove from staff`,
  "restore-address": msg`Go back to the former email address`,
  "recover-member": msg`Recover the account`,
  "announce-price": msg`Change of price`,
  "rotate-signing-keys": msg`New signing keys`,
  "rotate-data-keys": msg`Sealing data with the current key`,
};

const parkedForWords: Readonly<Record<ParkingReason, MessageDescriptor>> = {
  "missed-months": msg`missed months`,
  "unknown-charge": msg`a charge without an answer`,
  "unknown-refund": msg`a refund without an answer`,
  "broken-books": msg`amounts that don't agree`,
  "refused-request": msg`a request that the payment company refused`,
  operator: msg`a decision of staff`,
};

const values: Readonly<Record<string, Words>> = {
  act: actWords,
  parkedFor: parkedForWords,
  identity: identityWords,
  shown: { account: msg`the member's page`, history: msg`the history` },
  by: {
    address: msg`email address`,
    "corporate-number": msg`corporate number`,
    document: msg`number of a document`,
    id: msg`account`,
    event: msg`event`,
    card: msg`card`,
    name: msg`name`,
  },
};

const yenFacts: readonly string[] = ["amount", "monthlyPrice"];

/** What a fact of an event is called; one that has no name here by its id. */
export function factName(fact: string, i18n: I18n): string {
  const name = factNames[fact];
  return name === undefined ? fact : i18n._(name);
}

const isRole = (word: string): word is Role => Object.hasOwn(roleWords, word);

/** What a fact of an event says, as people write it. */
export function factValue(
  fact: string,
  value: string | number | boolean,
  i18n: I18n,
  locale: Locale,
): string {
  if (typeof value === "boolean") return i18n._(value ? msg`Yes` : msg`No`);
  if (typeof value === "number") {
    return yenFacts.includes(fact) ? formatYen(value, locale) : String(value);
  }
  if (fact === "effectiveOn") return formatDay(value, locale);
  if (fact === "roles") {
    const roles = value.split(", ").map((role) => (isRole(role) ? i18n._(roleWords[role]) : role));
    return roles.join(locale === "ja" ? "・" : " + ");
  }
  const words = values[fact];
  const word = words && Object.hasOwn(words, value) ? words[value] : undefined;
  return word === undefined ? value : i18n._(word);
}
