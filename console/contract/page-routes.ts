/** The console's pages by name. */
export const pagePaths = {
  find: "/",
  member: "/member",
  work: "/work",
  requests: "/requests",
  month: "/month",
  staff: "/staff",
  maintenance: "/maintenance",
  signIn: "/sign-in",
  signOut: "/sign-out",
  pageNotFound: "/page-not-found",
} as const;

export type PageName = keyof typeof pagePaths;
