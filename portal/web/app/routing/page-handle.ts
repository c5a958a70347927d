import type { PageHandle as KitHandle } from "@sekimori/kit-web/routing/page-handle";
import type { RoutedPage } from "./page-rules.ts";

/** How a page is shown. */
export interface PageScreen extends KitHandle {
  readonly footerHidden?: boolean;
  /** The page brings its own logo. */
  readonly bare?: boolean;
}

/** What the shell must know of a page; every page of the route table carries one. */
export interface PageHandle extends PageScreen {
  readonly page: RoutedPage;
}
