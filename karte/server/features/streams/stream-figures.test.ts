import { randomUUID } from "node:crypto";
import { createMetrics } from "@sekimori/kit-server/metrics";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestKarte, type TestKarte } from "../../testing/test-karte.ts";

const metrics = createMetrics();
let karte: TestKarte;
beforeAll(async () => {
  karte = await startTestKarte({ metrics });
});
afterAll(() => karte.close());

async function held(): Promise<number> {
  const text = await metrics.text();
  return Number(/^sekimori_event_held_oldest_seconds (\S+)$/m.exec(text)?.[1]);
}

test("tells for how long a transaction that goes on holds back what others have committed", async () => {
  const { pool } = karte.database.owner;
  const { id: workspace } = await karte.workspace();
  const domain = randomUUID();
  await pool.query(
    `insert into karte.domain (id, workspace_id, name, name_unicode, registrable, proof_token, added_at)
     values ($2, $1, 'a.example.jp', 'a.example.jp', 'example.jp', '', now())`,
    [workspace, domain],
  );
  expect(await held()).toBe(0);
  const slow = await pool.connect();
  try {
    await slow.query("begin");
    // Whatever it writes, in whatever database of the server.
    await slow.query("select pg_current_xact_id()");
    await pool.query(
      `with f as (insert into karte.finding (id, workspace_id, domain_id, key, check_id, category, host,
           severity, state, evidence_digest, first_seen_at, last_seen_at, report)
         values (gen_random_uuid(), $1, $2, 'k', 'http.csp', 4, 'a.example.jp', 2, 2, '', $3, $3, '{}')
         returning id)
       insert into karte.finding_event (workspace_id, domain_id, finding_id, at, kind, to_state)
       select $1, $2, id, $3, 'state', 1 from f`,
      [workspace, domain, new Date(karte.clock.now().getTime() - 30 * 60_000)],
    );
    expect(await held()).toBeGreaterThanOrEqual(30 * 60);
    expect(await held()).toBeLessThan(40 * 60);
  } finally {
    await slow.query("rollback");
    slow.release();
  }
  // Tests of other databases of the server write too.
  await expect.poll(held, { timeout: 20_000, interval: 500 }).toBe(0);
});
