import type { LoadClass, Method } from "./endpoint.ts";

/**
 * What one caller may ask for at the same time: the one table for all calls of both applications.
 * A page asks for some ten things at once, and a person has a few tabs; 200 at once are a script's.
 */
export const loadClasses = {
  /** What a signed-in person or a program reads. */
  read: { name: "read", each: 3, waiting: 45 },
  /** Reads that look at much: overviews, searches, sums. They leave room for all others. */
  slow: { name: "slow", each: 1, waiting: 9, all: 4, statementMs: 10_000 },
  /** Files of thousands of rows that are read, checked or written: one after the other. */
  rows: { name: "rows", each: 1, waiting: 2, all: 1 },
  /** Event streams: a browser has one for all its tabs. */
  stream: { name: "stream", each: 4, waiting: 0, all: 2_000, isHeld: true },
  /** What anybody reads, counted by network: an office behind one address is one. */
  public: { name: "public", each: 32, waiting: 256 },
  /**
   * Sign-ins by password: the queue of passwords and its own counts (decisions 25 and 26) decide who
   * waits and who is refused; this only bounds what a process holds in memory.
   */
  passwords: { name: "passwords", each: 10_000, waiting: 0, all: 20_000 },
  /** Files that are made when they are asked for. */
  document: { name: "document", each: 4, waiting: 32, all: 8 },
} as const satisfies Readonly<Record<string, LoadClass>>;

export type LoadName = keyof typeof loadClasses;

/** What a declaration says of load: limits, or a class by name, or both. */
export type Held =
  | { readonly limits: readonly [unknown, ...unknown[]]; readonly load?: LoadName }
  | { readonly load: LoadName };

/** The class of a call: the named one, else every read has one by who may call. */
export function loadOf({
  method,
  load,
  isPublic,
}: {
  readonly method: Method;
  readonly load?: LoadName | undefined;
  readonly isPublic: boolean;
}): LoadClass | undefined {
  if (load !== undefined) return loadClasses[load];
  if (method !== "GET") return undefined;
  return isPublic ? loadClasses.public : loadClasses.read;
}
