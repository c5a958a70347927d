import { streamDays } from "@sekimori/karte-contract/constants";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import { AppError } from "@sekimori/kit-server/errors";
import type { Sealer } from "@sekimori/kit-server/sealing";
import { z } from "zod";

/** Where a reader of the stream is: behind which event, and when it asked. */
export interface StreamPlace {
  /** The transaction that wrote the last event it was given, and that event, both as text. */
  readonly xact: string;
  readonly id: string;
  /** Nothing of a transaction before this one is still to come: the reader had all of them. */
  readonly seen: string;
  readonly at: number;
}

const number = z.string().regex(/^\d{1,19}$/);
const placeSchema = z.tuple([number, number, number, z.int()]);

// A transaction's number tells how busy the whole installation is, which is nobody's to know.
const contextOf = (workspaceId: string) => `karte.stream:${workspaceId}`;

export function writePlace(sealer: Sealer, workspaceId: string, place: StreamPlace): string {
  const text = JSON.stringify([place.xact, place.id, place.seen, place.at]);
  return sealer.seal(text, contextOf(workspaceId)).toString("base64url");
}

/**
 * @throws AppError CursorExpired when events after it may be gone, when it is another workspace's, or
 *   when its key is no longer kept
 */
export function readPlace(
  sealer: Sealer,
  workspaceId: string,
  cursor: string,
  now: Date,
): StreamPlace {
  let place: z.infer<typeof placeSchema>;
  try {
    const text = sealer.open(Buffer.from(cursor, "base64url"), contextOf(workspaceId));
    place = placeSchema.parse(JSON.parse(text.toString("utf8")));
  } catch (error) {
    throw new AppError("CursorExpired", { cause: error });
  }
  const [xact, id, seen, at] = place;
  if (at < now.getTime() - streamDays * dayMs) throw new AppError("CursorExpired");
  return { xact, id, seen, at };
}
