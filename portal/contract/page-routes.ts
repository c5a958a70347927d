/**
 * Every page of the portal by name (specification 2), plus the pages the specification names without a path
 * (terms) or implies (register). Redirects, mails and tests take paths from here.
 */
export const pagePaths = {
  root: "/",
  login: "/login",
  otp: "/otp",
  wantedFactor: "/otp/set-up",
  register: "/register",
  registerSecurity24: "/register-security24",
  authorize: "/authorize",
  gmoidCallback: "/gmoid-callback",
  organisationSignIn: "/organization-sign-in",
  notation: "/notation",
  terms: "/terms",
  resetPassword: "/reset-password",
  changePassword: "/reset-password/change-password",
  stopRecovery: "/reset-password/stop",
  finishRecovery: "/reset-password/recover",
  tds: "/tds",
  pageNotFound: "/page-not-found",
  accessDenied: "/access-denied",
  account: "/account",
  registerVerification: "/account/register-verification",
  registerInfo: "/account/register-info",
  confirmInfo: "/account/confirm-info",
  paymentInfo: "/account/payment-info",
  agreement: "/account/agreement",
  registrationComplete: "/registration-complete",
  security: "/setting/security",
  upgrade: "/setting/security/upgrade",
  organisation: "/setting/organisation",
  notices: "/notices",
  notice: "/notices/notice",
  karte: "/third-party/karte",
  changeEmailVerify: "/change-email/verify",
  changeEmailComplete: "/change-email/complete",
  changeEmailUndo: "/change-email/undo",
  unsubscribe: "/unsubscribe",
  payInvoice: "/pay-invoice",
  verifyInvoice: "/verify-invoice",
} as const;

export type PageName = keyof typeof pagePaths;

/** Sub-paths of the embedded application that the portal's menu and frame know (specification 2). */
export const kartePaths = {
  signOut: "/sign-out",
  contactUs: "/contact-us",
  groupList: "/group/list",
  group: "/group",
  siteList: "/site/list",
  siteBulkRegistration: "/site/bulk-registration",
  reportRequest: "/report-request",
  userManagement: "/user-management",
  importLog: "/import-log",
  myContract: "/my-contract",
  inventory: "/inventory",
  inventoryDomain: "/inventory/domain",
  inventoryResult: "/inventory/result",
} as const;

/** Query parameters with a meaning of their own (specification 3). */
export const queryNames = {
  loginHint: "login_hint",
  changeEmail: "change_email",
  step: "step",
  from: "from",
  attempt: "attempt",
  token: "token",
  /** On /notices/notice: which one. */
  id: "id",
  /** On My Page: the dialog that is open; mails lead to it. */
  dialog: "dialog",
  /** On My Page and /setting/security/upgrade: the numbers of the invoices that a new card is charged for. */
  charged: "charged",
  /** On the wizard's pages: how many steps it has (specification 2). */
  totalStep: "totalStep",
  /** On /register: an application invited the person, who has no plan to choose. */
  invited: "invited",
} as const;

/** Values of /reset-password's `step` (specification 2). */
export const resetPasswordSteps = ["enter-id", "email-notification"] as const;

/** Wizard steps shown to the person, by how they came (specification 2). */
export const wizardStepCounts = { login: 2, register: 3, "external-id": 2 } as const;

export type WizardOrigin = keyof typeof wizardStepCounts;

/** Where is asked whose browser is signed in to another account than a provider answered with. */
export const otherAccountPage = `${pagePaths.organisationSignIn}/other-account`;

/** Why a logout that an organisation's provider sent a browser with ended nothing. */
export const signedOutProblems = ["untrusted", "unavailable"] as const;

export type SignedOutProblem = (typeof signedOutProblems)[number];

/** Where a browser is told who came by an organisation's provider, and has logged out: here alone, there too, or not at all. */
export function signedOutPage(
  about: { readonly at?: "provider"; readonly problem?: SignedOutProblem } = {},
): string {
  const query = new URLSearchParams({ ...about }).toString();
  const page = `${pagePaths.organisationSignIn}/signed-out`;
  return query === "" ? page : `${page}?${query}`;
}

/** The portal page that shows a page of the embedded application. */
export function kartePage(path: string): string {
  return `${pagePaths.karte}${path}`;
}

/** A page's path with its query, values encoded; entries without a value are left out. */
export function pageUrl(
  page: PageName,
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const entries = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const search = new URLSearchParams(entries).toString();
  return search === "" ? pagePaths[page] : `${pagePaths[page]}?${search}`;
}
