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

test("tells of all workspaces' scans how many wait and go on, and how long the oldest waits", async () => {
  expect(await metrics.text()).toContain("sekimori_scan_oldest_seconds 0");
  for (const [minutes, state] of [
    [30, 1],
    [10, 1],
    [90, 2],
    [500, 3],
  ]) {
    const { id } = await karte.workspace();
    const domain = randomUUID();
    await karte.database.owner.pool.query(
      `with d as (insert into karte.domain (id, workspace_id, name, name_unicode, registrable,
           proof_token, added_at)
         values ($2, $1, 'a.example.jp', 'a.example.jp', 'example.jp', '', now()) returning id)
       insert into karte.run (id, workspace_id, domain_id, kind, state, queued_at)
       select gen_random_uuid(), $1, id, 1, $4, $3::timestamptz from d`,
      [id, domain, new Date(karte.clock.now().getTime() - (minutes ?? 0) * 60_000), state],
    );
  }
  const text = await metrics.text();
  expect(text).toContain('sekimori_scans{state="queued"} 2');
  expect(text).toContain('sekimori_scans{state="running"} 1');
  const oldest = Number(/^sekimori_scan_oldest_seconds (\S+)$/m.exec(text)?.[1]);
  expect(oldest).toBeGreaterThanOrEqual(30 * 60);
  expect(oldest).toBeLessThan(40 * 60);
});
