import { type PageName, pagePaths } from "@sekimori/portal-contract/page-routes";

/**
 * Who a page is for (specification 2).
 *
 * - `public`: people who are not signed in; `ignore-auth`: anybody at any time.
 * - `info`: somebody whose account information is known (a flow has begun); `login`: members.
 */
export type PageAccess = "public" | "ignore-auth" | "info" | "login";

/** What the guard must know of a page. */
export interface PageRule {
  readonly access: PageAccess;
  /**
   * May be the first page of a visit: it is linked from mails, from the footer in a new tab or
   * from another site. Specification 4 names only the free-trial page; without the others no link in a
   * mail would arrive.
   */
  readonly entry?: boolean;
  /** Legal texts: anybody may read them at any time. */
  readonly legal?: boolean;
  /** Differs from the page's own path where further parts follow. */
  readonly path?: string;
}

/** Pages that are shown: `/` redirects. */
export type RoutedPage = Exclude<PageName, "root">;

/** Access to every page of specification 2. */
export const pageRules: Readonly<Record<RoutedPage, PageRule>> = {
  login: { access: "public", entry: true },
  otp: { access: "public" },
  wantedFactor: { access: "public" },
  resetPassword: { access: "public", entry: true },
  changePassword: { access: "public", entry: true },
  register: { access: "public", entry: true },
  registerSecurity24: { access: "public", entry: true },
  stopRecovery: { access: "ignore-auth" },
  finishRecovery: { access: "ignore-auth" },
  tds: { access: "ignore-auth" },
  account: { access: "info" },
  registerVerification: { access: "info" },
  registerInfo: { access: "info" },
  confirmInfo: { access: "info" },
  paymentInfo: { access: "info" },
  agreement: { access: "info" },
  registrationComplete: { access: "login" },
  authorize: { access: "public" },
  gmoidCallback: { access: "public" },
  organisationSignIn: { access: "ignore-auth", path: `${pagePaths.organisationSignIn}/*` },
  changeEmailVerify: { access: "login" },
  changeEmailComplete: { access: "login" },
  changeEmailUndo: { access: "ignore-auth" },
  unsubscribe: { access: "ignore-auth" },
  payInvoice: { access: "ignore-auth" },
  verifyInvoice: { access: "ignore-auth" },
  notation: { access: "public", legal: true },
  terms: { access: "public", legal: true },
  pageNotFound: { access: "ignore-auth" },
  accessDenied: { access: "ignore-auth" },
  security: { access: "login" },
  upgrade: { access: "login" },
  organisation: { access: "login" },
  notices: { access: "login" },
  notice: { access: "login" },
  karte: { access: "login", path: `${pagePaths.karte}/*` },
};
