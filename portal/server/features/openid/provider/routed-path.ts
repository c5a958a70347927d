/** A path as the engine's router takes it: in capitals, or with a slash at its end, it is the same. */
export const routedPath = (path: string): string => path.toLowerCase().replace(/\/$/, "");
