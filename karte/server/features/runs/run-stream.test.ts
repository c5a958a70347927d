import { randomUUID } from "node:crypto";
import { addDomain } from "@sekimori/karte-contract/endpoints/domains";
import { createGroup } from "@sekimori/karte-contract/endpoints/groups";
import { changeMember, removeMember } from "@sekimori/karte-contract/endpoints/people";
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
  const answer = await open(cookie, leave.signal);
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
  return { heard, cookie, close: () => leave.abort() };
}
const open = (cookie: string, signal: AbortSignal) =>
  fetch(`${origin}${watchRuns.path}`, { headers: { cookie }, signal });

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
  const streams = await Promise.all(everybody.map(listening));
  const [owner, removed, inPart, outside] = streams.map(({ heard }) => heard);
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

test("a stream ends within seconds of the session", async () => {
  const workspace = await karte.workspace();
  const { heard } = await listening(workspace.owner);
  karte.endSession(workspace.owner);
  await vi.waitFor(() => expect(heard.isOver).toBe(true), { timeout: 8_000 });
}, 15_000);

test("a stream ends when the person is restricted, and what they see is asked anew", async () => {
  const workspace = await karte.workspace();
  const { browser } = workspace.owner;
  const { id } = await browser.call(createGroup, { body: { name: "part" } });
  const viewer = await workspace.join("viewer");
  const { heard } = await listening(viewer);
  await browser.call(changeMember, {
    params: { id: viewer.id },
    body: { role: "viewer", groups: [id] },
  });
  await vi.waitFor(() => expect(heard.isOver).toBe(true), { timeout: 8_000 });
}, 15_000);

test("a person has four streams, and a closed one makes room", async () => {
  const { owner } = await karte.workspace();
  const streams = await Promise.all(Array.from({ length: 4 }, () => listening(owner)));
  const [first] = streams;
  const leave = new AbortController();
  onTestFinished(() => leave.abort());
  const refused = await open(first?.cookie ?? "", leave.signal);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
  first?.close();
  await vi.waitFor(
    async () => expect((await open(first?.cookie ?? "", leave.signal)).status).toBe(200),
    { timeout: 5_000 },
  );
  const other = await listening((await karte.workspace()).owner);
  expect(other.heard.isOver).toBe(false);
});

test("one reading of a run serves everybody who sees the same", async () => {
  const workspace = await karte.workspace();
  const { browser } = workspace.owner;
  const { id: domain } = await browser.call(addDomain, { body: { name: "shared.example.jp" } });
  const people = [workspace.owner, await workspace.join("member"), await workspace.join("viewer")];
  const streams = await Promise.all(
    people.flatMap((person) => [listening(person), listening(person)]),
  );
  const run = randomUUID();
  await karte.database.owner.pool.query(
    `insert into karte.run (id, workspace_id, domain_id, kind, state, queued_at)
     values ($1, $2, $3, 1, 2, now())`,
    [run, workspace.id, domain],
  );
  const tell = () => tellRun(karte.context.db, workspace.id, run);
  await vi.waitFor(
    async () => {
      await tell();
      for (const { heard } of streams) expect(heard.text).toContain(run);
    },
    { timeout: 10_000, interval: 200 },
  );
  const connect = vi.spyOn(karte.database.application.pool, "connect");
  onTestFinished(() => connect.mockRestore());
  await karte.database.owner.pool.query("update karte.run set version = 99 where id = $1", [run]);
  await tell();
  await vi.waitFor(
    () => {
      for (const { heard } of streams) expect(heard.text).toContain('"version":99');
    },
    { timeout: 10_000 },
  );
  // The notice itself, who is there, and the run: not once more for each of six streams.
  expect(connect.mock.calls.length).toBeLessThan(6);
});
