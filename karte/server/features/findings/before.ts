/** What each finding that an act changed had before. */
export type Before = readonly { readonly id: string; readonly was: string | null }[];
