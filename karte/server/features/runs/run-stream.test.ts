import { randomUUID } from "node:crypto";
import { addDomain } from "@sekimori/karte-contract/endpoints/domains";
import { createGroup } from "@sekimori/karte-contract/endpoints/groups";
import { removeMember } from "@sekimori/karte-contract/endpoints/people";
import { watchRuns } from "@sekimori/karte-contract/endpoints/runs";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { startTestKarte, type TestKarte, type TestPerson } from "../../testing/test-karte.ts";
import { tellRun } from "./run-notice.ts";

let karte: TestKarte;
let origin: string;
beforeAll(async () => {
  karte = await startTestKarte();
  origin = await karte.app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => karte?.close());

/** What a person's browser hears, as far as it has come. */
async function listening({ browser }: TestPerson) {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const leave = new AbortController();
  onTestFinished(() => leave.abort());
  const answer = await fetch(`${origin}${watchRuns.path}`, {
    headers: { cookie },
    signal: leave.signal,
  });
  expect(answer.status).toBe(200);
  const heard = { text: "", isOver: false };
  const read = async () => {
    for await (const part of answer.body ?? []) heard.text += Buffer.from(part).toString();
  };
  read()
    .catch(() => undefined)
    .finally(() => {
      heard.isOver = true;
    });
  return heard;
}

test("a change of a run is heard by those who may see it, and no more by who was removed", async () => {
  const workspace = await karte.workspace();
  const { browser } = workspace.owner;
  const { id: domain } = await browser.call(addDomain, { body: { name: "watched.example.jp" } });
  const group = await browser.call(createGroup, { body: { name: "another" } });
  const colleague = await workspace.join("member");
  const restricted = await workspace.join("viewer", [group.id]);
  const stranger = (await karte.workspace()).owner;
  const run = randomUUID();
  await karte.database.owner.pool.query(
    `insert into karte.run (id, workspace_id, domain_id, kind, state, queued_at)
     values ($1, $2, $3, 1, 2, now())`,
    [run, workspace.id, domain],
  );
  const everybody = [workspace.owner, colleague, restricted, stranger];
  const [owner, removed, inPart, outside] = await Promise.all(everybody.map(listening));
  const tell = () => tellRun(karte.context.db, workspace.id, run);
  // The process begins to listen with its first stream.
  await vi.waitFor(
    async () => {
      await tell();
      expect(owner?.text).toContain(run);
      expect(removed?.text).toContain(run);
    },
    { timeout: 10_000, interval: 100 },
  );
  await browser.call(removeMember, { params: { id: colleague.id } });
  await karte.database.owner.pool.query("update karte.run set version = 99 where id = $1", [run]);
  await tell();
  const news = '"version":99';
  await vi.waitFor(() => expect(owner?.text).toContain(news), { timeout: 10_000 });
  await vi.waitFor(() => expect(removed?.isOver).toBe(true), { timeout: 10_000 });
  expect(removed?.text).not.toContain(news);
  for (const other of [inPart, outside]) expect(other?.text).not.toContain(run);
});
