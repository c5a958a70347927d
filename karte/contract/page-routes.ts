/** Karte's pages by name; the portal shows each below /third-party/karte (specification 2). */
export const pagePaths = {
  overview: "/",
  siteList: "/site/list",
  siteBulkRegistration: "/site/bulk-registration",
  importLog: "/import-log",
  inventory: "/inventory",
  inventoryDomain: "/inventory/domain",
  inventoryResult: "/inventory/result",
  subdomainSearch: "/inventory/subdomains",
  groupList: "/group/list",
  group: "/group",
  reportRequest: "/report-request",
  userManagement: "/user-management",
  myContract: "/my-contract",
  activity: "/activity",
  workspace: "/workspace",
  alerts: "/alerts",
  settings: "/settings",
  newWorkspace: "/workspace/new",
  closedWorkspaces: "/workspace/closed",
  contactUs: "/contact-us",
  invitation: "/invitation",
  unsubscribe: "/unsubscribe",
  signIn: "/sign-in",
  signOut: "/sign-out",
  pageNotFound: "/page-not-found",
} as const;

export type PageName = keyof typeof pagePaths;

/** Query parameters that name what a page shows. */
export const queryNames = { id: "id", token: "token" } as const;
