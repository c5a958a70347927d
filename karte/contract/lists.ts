/** Lists that a person narrows, and keeps views and columns of. */
export const lists = ["domains", "findings", "assets"] as const;

export type ListName = (typeof lists)[number];

/** Lists whose views say which domains or findings are meant: of those alerts and reports can be. */
export const narrowingLists = ["domains", "findings"] as const satisfies readonly ListName[];

export type NarrowingList = (typeof narrowingLists)[number];

/** The columns of each list that may be left out, in their order; what names a row always stands. */
export const listColumns = {
  domains: ["grade", "findings", "proof", "last-run", "next-run", "groups", "responsible"],
  findings: ["place", "state", "first-seen", "last-seen", "assignee", "due"],
  assets: ["state", "grade", "findings", "found-by", "first-seen", "last-seen"],
} as const satisfies Readonly<Record<ListName, readonly string[]>>;

export type ListColumn<Name extends ListName = ListName> = (typeof listColumns)[Name][number];

/** In a list's address: none of the columns that may be left out. */
export const noColumns = "none";
