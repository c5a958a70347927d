import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { FoundMember } from "@sekimori/console-contract/endpoints/members";
import type { Role } from "@sekimori/console-contract/rights";
import type { IdentityCheck, ParkingReason } from "@sekimori/console-contract/words";
import type { BadgeTone } from "@sekimori/kit-web/primitives/badge";

export const roleWords: Readonly<Record<Role, MessageDescriptor>> = {
  support: msg`Support`,
  billing: msg`Billing`,
  security: msg`Security`,
  auditor: msg`Auditor`,
  administrator: msg`Administrator`,
  integrator: msg`Integrator`,
};

/** How somebody made sure that it is the member who asks. */
export const identityWords: Readonly<Record<IdentityCheck, MessageDescriptor>> = {
  "in-person": msg`ID document, in person`,
  "by-video": msg`ID document, in a video call`,
  "by-letter": msg`Code in a letter to the registered address`,
  "by-organization": msg`Owner of the member's organization, by a known contact`,
};

/** Several roles, as one reads them. */
export const rolesIn = (held: readonly Role[], i18n: I18n): string =>
  held.map((role) => i18n._(roleWords[role])).join(i18n.locale === "ja" ? "、" : ", ");

/** Where a member stands, and how it looks. */
export const standingWords: Readonly<
  Record<FoundMember["standing"], { readonly name: MessageDescriptor; readonly tone: BadgeTone }>
> = {
  active: { name: msg`Active`, tone: "success" },
  unfinished: { name: msg`Registration unfinished`, tone: "neutral" },
  suspended: { name: msg`Plan suspended`, tone: "warning" },
  leaving: { name: msg`Closing`, tone: "warning" },
  closed: { name: msg`Closed`, tone: "danger" },
};

/** Why billing leaves a contract alone. */
export const parkedWords: Readonly<Record<ParkingReason, MessageDescriptor>> = {
  "missed-months": msg`Months were missed, and nobody has decided whether to bill them.`,
  "unknown-charge": msg`The payment company hasn't said what became of a charge.`,
  "unknown-refund": msg`The payment company hasn't said what became of a refund.`,
  "broken-books": msg`The amounts of an invoice don't agree. Engineers need to check it first.`,
  "refused-request": msg`The payment company refused a request. Engineers need to check it first.`,
  operator: msg`Staff excluded it.`,
};

const planNames: Readonly<Record<string, MessageDescriptor>> = {
  free: msg`Free plan`,
  security24: msg`Security 24 free trial`,
  detailed: msg`Detailed diagnosis plan`,
};

/** What a plan is called; one that is not known here by its id. */
export function planName(plan: string, i18n: I18n): string {
  const name = planNames[plan];
  return name === undefined ? plan : i18n._(name);
}
