import type { Pool } from "pg";
import type { Clock } from "../clock/clock.ts";
import { hashToken } from "../cookies/cookies.ts";
import type { Sealer } from "../sealing/sealing.ts";
import type { VisitSecrets } from "./provider-client.ts";

/** How long somebody may take at the provider. */
export const visitLifetimeMs = 30 * 60_000;

export interface Visit {
  readonly secrets: VisitSecrets;
  /** The path that the person wanted. */
  readonly returnTo: string;
}

export interface StoredVisit extends Visit {
  readonly begunAt: Date;
}

export interface VisitStore {
  keep(state: string, browserToken: string, visit: Visit): Promise<void>;
  /**
   * Takes a visit out, so that its answer counts once. Undefined when there is none, it is over, or
   * another browser began it (a forged answer that would sign somebody in as the forger).
   */
  take(state: string, browserToken: string): Promise<StoredVisit | undefined>;
}

const sealContext = (digest: string): string => `kit.relying_visit:${digest}`;

export function createVisitStore(options: {
  readonly pool: Pool;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly clientId: string;
}): VisitStore {
  const { pool, sealer, clock, clientId } = options;
  return {
    async keep(state, browserToken, visit) {
      const digest = hashToken(state);
      await pool.query(
        `insert into kit.relying_visit (state_digest, browser_digest, client_id, sealed, expires_at)
         values ($1, $2, $3, $4, $5)`,
        [
          digest,
          hashToken(browserToken),
          clientId,
          sealer.seal(JSON.stringify(visit), sealContext(digest)),
          new Date(clock.now().getTime() + visitLifetimeMs),
        ],
      );
    },
    async take(state, browserToken) {
      const digest = hashToken(state);
      const { rows } = await pool.query<{ sealed: Buffer; expires_at: Date }>(
        `delete from kit.relying_visit
         where state_digest = $1 and browser_digest = $2 and client_id = $3 and expires_at > $4
         returning sealed, expires_at`,
        [digest, hashToken(browserToken), clientId, clock.now()],
      );
      const [row] = rows;
      if (row === undefined) return undefined;
      const visit = JSON.parse(sealer.open(row.sealed, sealContext(digest)).toString("utf8"));
      const begunAt = new Date(row.expires_at.getTime() - visitLifetimeMs);
      return { ...(visit as Visit), begunAt };
    },
  };
}
