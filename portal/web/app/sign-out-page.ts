import { kartePage, kartePaths } from "@sekimori/portal-contract/page-routes";

/** Who comes here and finds the session ended elsewhere has what was asked for. */
export const isSignOutPage = (pathname: string): boolean =>
  pathname === kartePage(kartePaths.signOut);
