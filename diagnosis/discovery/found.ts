import type { FoundBy } from "../engine/asset.ts";
import { NetError } from "../net/net-error.ts";

/** A name somewhere named, before anything is known of it. */
export interface Found {
  readonly name: string;
  readonly by: FoundBy;
}

/** null instead of a network error: what cannot be looked up leads nowhere, and that is all. */
export async function quietly<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NetError) return null;
    throw error;
  }
}
