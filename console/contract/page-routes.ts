/** The console's pages by name. */
export const pagePaths = {
  find: "/",
  member: "/member",
  work: "/work",
  requests: "/requests",
  month: "/month",
  staff: "/staff",
  funnel: "/registrations",
  prices: "/prices",
  keys: "/keys",
  maintenance: "/maintenance",
  signIn: "/sign-in",
  signOut: "/sign-out",
  pageNotFound: "/page-not-found",
} as const;

export type PageName = keyof typeof pagePaths;

/** The pages of the integrator's console, which has an origin of its own. */
export const integrationPagePaths = {
  applications: "/",
  addApplication: "/applications/new",
  application: "/application",
  tryLogin: "/application/try",
  guide: "/application/guide",
  keys: "/keys",
  refusals: "/refusals",
  signIn: "/sign-in",
  signOut: "/sign-out",
  pageNotFound: "/page-not-found",
} as const;

export type IntegrationPageName = keyof typeof integrationPagePaths;
