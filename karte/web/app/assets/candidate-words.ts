import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { CandidateState } from "@sekimori/karte-contract/discovery";

/** What became of a name that may be the organisation's. */
export const candidateStateWords: Readonly<Record<CandidateState, MessageDescriptor>> = {
  new: msg({ message: "New", context: "candidate" }),
  added: msg({ message: "Added", context: "candidate" }),
  dismissed: msg({ message: "Not ours", context: "candidate" }),
};
