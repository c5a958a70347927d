import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { CandidateRelation, CandidateStrength } from "@sekimori/karte-contract/discovery";

export const strengthWords: Readonly<Record<CandidateStrength, MessageDescriptor>> = {
  strong: msg({ message: "Very likely", context: "candidate" }),
  medium: msg({ message: "Likely", context: "candidate" }),
  weak: msg({ message: "Possible", context: "candidate" }),
};

/** How a name was found. */
export const relationWords: Readonly<Record<CandidateRelation, MessageDescriptor>> = {
  certificate: msg`Named in the same certificate`,
  redirect: msg`A page redirects there`,
  "certificate-log": msg`Certificate logs`,
  "zone-file": msg`Zone file`,
  "address-file": msg`IP address list`,
  "name-server": msg`Uses your name server`,
  "mail-host": msg`Uses your mail server`,
  "look-alike": msg`Looks like your domain`,
};
