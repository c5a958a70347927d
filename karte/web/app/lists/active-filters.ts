/** What filters are called in a list's address; the names of an array are one filter together. */
export type FilterNames = readonly (string | readonly string[])[];

/** How many filters an address sets. */
export const activeFilters = (address: URLSearchParams, names: FilterNames): number =>
  names.filter((name) => [name].flat().some((one) => address.get(one))).length;
