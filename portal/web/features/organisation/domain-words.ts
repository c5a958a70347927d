import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { BadgeTone } from "@sekimori/kit-web/primitives/badge";
import type { OrganisationDomain } from "@sekimori/portal-contract/endpoints/organisation";

interface State {
  readonly tone: BadgeTone;
  readonly word: MessageDescriptor;
}

/** What each state of a domain is called. */
export const domainStates: Readonly<Record<OrganisationDomain["state"], State>> = {
  claimed: { tone: "neutral", word: msg`Not verified` },
  held: { tone: "success", word: msg`Verified` },
  unseen: { tone: "warning", word: msg`Record not found` },
  lapsed: { tone: "danger", word: msg`No longer verified` },
};

/** What the last look at a domain found amiss. */
export const domainProblems: Readonly<
  Record<NonNullable<OrganisationDomain["problem"]>, MessageDescriptor>
> = {
  missing: msg`We didn't find this TXT record`,
  unreachable: msg`The domain's name servers didn't answer`,
  held: msg`Another organization has verified this domain. They have to remove it first.`,
};
