import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { TokenView } from "@sekimori/karte-contract/endpoints/tokens";
import type { TokenScope } from "@sekimori/karte-contract/token-scopes";

/** What a token may do, as people read it. */
export const scopeWords: Readonly<Record<TokenScope, MessageDescriptor>> = {
  read: msg`Read lists, pages and reports`,
  run: msg`Start and cancel scans`,
  findings: msg`Work on findings`,
  reports: msg`Request reports`,
  domains: msg`Change domains, groups and assets`,
  activity: msg`Read the activity log`,
};

export const tokenStateWords: Readonly<Record<TokenView["state"], MessageDescriptor>> = {
  "in-use": msg`In use`,
  expired: msg`Expired`,
  stopped: msg`Off: its creator no longer has permission`,
};
