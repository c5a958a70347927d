/** Lists that a person narrows, and keeps views and columns of. */
export const lists = ["domains", "findings", "assets"] as const;

export type ListName = (typeof lists)[number];

/** Lists whose views say which domains or findings are meant: of those alerts and reports can be. */
export const narrowingLists = ["domains", "findings"] as const satisfies readonly ListName[];

export type NarrowingList = (typeof narrowingLists)[number];

/** The columns of each list that may be left out, in their order; what names a row always stands. */
export const listColumns = {
  domains: ["grade", "findings", "proof", "last-run", "next-run", "groups", "responsible"],
  findings: ["place", "state", "first-seen", "last-seen", "assignee", "due", "ticket"],
  assets: ["state", "grade", "findings", "found-by", "first-seen", "last-seen"],
} as const satisfies Readonly<Record<ListName, readonly string[]>>;

/** The columns that stand without a choice; a list of many lines is read by few of them. */
export const defaultColumns = {
  domains: ["grade", "findings", "proof", "last-run", "groups", "responsible"],
  findings: ["place", "assignee", "due"],
  assets: ["state", "grade", "findings", "found-by", "last-seen"],
} as const satisfies { readonly [Name in ListName]: readonly (typeof listColumns)[Name][number][] };

export type ListColumn<Name extends ListName = ListName> = (typeof listColumns)[Name][number];

/** What each list can be sorted by. */
export const listSorts = {
  /**
   * By "responsible", each person's domains stand together: people by the names that are shown,
   * former members after them, nobody's domains last.
   */
  domains: ["name", "grade", "findings", "last-run", "next-run", "added", "responsible"],
  /** By "priority" the most urgent comes first when it rises; so by "severity", which it keeps. */
  findings: ["priority", "severity", "age", "last-seen", "host", "due"],
  assets: ["name", "first-seen", "last-seen"],
} as const satisfies Readonly<Record<ListName, readonly string[]>>;

export type ListSort<Name extends ListName> = (typeof listSorts)[Name][number];

/** What narrows each list, in its address as in its call. */
export const listFilters = {
  domains: ["q", "grade", "severity", "proof", "schedule", "group", "grouped", "responsible"],
  findings: [
    "q",
    "query",
    "state",
    "severity",
    "category",
    "check",
    "cause",
    "domain",
    "host",
    "group",
    "assignee",
    "newerThanDays",
    "olderThanDays",
  ],
  assets: ["q", "type", "state", "domain", "group"],
} as const satisfies Readonly<Record<ListName, readonly string[]>>;

export type ListFilter<Name extends ListName> = (typeof listFilters)[Name][number];

/** In a list's address: none of the columns that may be left out. */
export const noColumns = "none";
