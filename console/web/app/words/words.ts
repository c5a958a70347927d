import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { FoundMember } from "@sekimori/console-contract/endpoints/members";
import type { Role } from "@sekimori/console-contract/rights";
import type { BadgeTone } from "@sekimori/kit-web/primitives/badge";

export const roleWords: Readonly<Record<Role, MessageDescriptor>> = {
  support: msg`Support`,
  billing: msg`Billing`,
  security: msg`Security`,
  auditor: msg`Auditor`,
  administrator: msg`Administrator`,
};

/** Where a member stands, and how it looks. */
export const standingWords: Readonly<
  Record<FoundMember["standing"], { readonly name: MessageDescriptor; readonly tone: BadgeTone }>
> = {
  active: { name: msg`Active`, tone: "success" },
  unfinished: { name: msg`Registration unfinished`, tone: "neutral" },
  suspended: { name: msg`Plan suspended`, tone: "warning" },
  leaving: { name: msg`Leaving`, tone: "warning" },
  closed: { name: msg`Closed`, tone: "danger" },
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
