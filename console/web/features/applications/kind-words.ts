import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { ApplicationKind } from "@sekimori/console-contract/application-schema";
import type { ListedApplication } from "@sekimori/console-contract/endpoints/integration/applications";

/** What an application is. */
export const kindWords: Readonly<Record<ApplicationKind, MessageDescriptor>> = {
  server: msg`Web application with a server`,
  browser: msg`Application in the browser`,
  native: msg`Mobile or desktop application`,
  device: msg`Device without a keyboard`,
  service: msg`Service that works by itself`,
};

/** How it proves itself to the portal. */
export const proofWords: Readonly<Record<ListedApplication["proof"], MessageDescriptor>> = {
  secret: msg`Client secret`,
  keys: msg`Keys of its own`,
  none: msg`PKCE, without a secret`,
};
