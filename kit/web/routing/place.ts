/** A page's address within the app, and what the navigation to it handed over. */
export interface Place {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  /** Kept with the entry in the browser's history: it survives a reload and the way back. */
  readonly state: unknown;
}

export function placeOf({ pathname, search, hash }: URL | Location, state?: unknown): Place {
  return { pathname, search, hash, state };
}

export function hrefOf({ pathname, search, hash }: Place): string {
  return pathname + search + hash;
}
