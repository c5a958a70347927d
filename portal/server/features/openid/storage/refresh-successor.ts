import type { Sealer } from "@sekimori/kit-server/sealing";

/** How long a refresh token's answer may be asked for again: parallel tabs, and answers that were lost. */
const repeatMs = 5_000;

/** Whether a refresh token that was used at `consumedAt` may be used again for the same answer. */
export function isRepeatable(consumedAt: Date | null, now: Date): boolean {
  return consumedAt !== null && now.getTime() - consumedAt.getTime() <= repeatMs;
}

/** What an answer belongs to: the token, the application that proved itself, and what it asked for. */
export interface Repeatable {
  /** The token's. */
  readonly digest: string;
  readonly clientId: string;
  readonly asked: string;
}

const contextOf = ({ digest, clientId, asked }: Repeatable): string =>
  `portal.oidc_record.successor:${digest}:${clientId}:${asked}`;

/** An answer of the token endpoint, for the same application and the same question only. */
export function sealSuccessor(sealer: Sealer, belongs: Repeatable, answer: unknown): Buffer {
  return sealer.seal(JSON.stringify(answer), contextOf(belongs));
}

/** @returns undefined where it belongs to another application or question. */
export function openSuccessor(sealer: Sealer, belongs: Repeatable, sealed: Buffer): unknown {
  try {
    return JSON.parse(sealer.open(sealed, contextOf(belongs)).toString("utf8"));
  } catch {
    return undefined;
  }
}

/** The moment before which answers are not kept. */
export const forgetBefore = (now: Date): Date => new Date(now.getTime() - repeatMs);
