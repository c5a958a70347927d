/** What of an address's budget is taken: a connection, an HTTP request, a DNS question. */
export type LoadKind = "connect" | "request" | "question";

/**
 * The budget of each address across processes. Within a process the governor keeps the limits; an
 * application that examines from several processes gives this, so that all of them together do.
 * Rejects when it cannot tell: then nothing may be sent.
 */
export interface SharedLoad {
  /** Takes the next moment for one of `kind`. @returns milliseconds until it. */
  slot(address: string, kind: LoadKind, spacingMs: number): Promise<number>;
  /** Waits for one of `most` seats at an address. @returns the function that frees it. */
  seat(address: string, most: number, signal: AbortSignal): Promise<() => void>;
  /** Keeps everybody away from an address for a while. */
  pause(address: string, ms: number): Promise<void>;
}
