import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { AcceptanceReason } from "@sekimori/karte-contract/words";

export const acceptanceWords: Readonly<Record<AcceptanceReason, MessageDescriptor>> = {
  compensated: msg`Another control protects against it`,
  "not-ours": msg`Not ours`,
  "not-reproducible": msg`Can't be reproduced`,
  "risk-taken": msg`We accept the risk`,
};
