import type { MessageDescriptor } from "@lingui/core";
import type { PageName } from "@sekimori/portal-contract/page-routes";
import type { PageAccess } from "./guard.ts";

/** What the shell must know of a page; every page of the route table carries one. */
export interface PageHandle {
  readonly page: PageName;
  readonly title: MessageDescriptor;
  readonly access: PageAccess;
  readonly entry: boolean;
  readonly legal: boolean;
  readonly footerHidden: boolean;
  /** The page brings its own logo. */
  readonly bare: boolean;
}
