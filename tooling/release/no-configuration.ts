/**
 * Takes the place of cosmiconfig, by which graphile-worker looks for a configuration of its own in the
 * working directory and all above, and would run it. An installation has one in none of them.
 */
export const cosmiconfigSync = () => ({ search: () => null, load: () => null });
