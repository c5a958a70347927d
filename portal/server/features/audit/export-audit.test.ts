import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createOperator } from "../../operator.ts";
import { newMember } from "../../testing/members.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { BrokenExport, checkExport } from "./check-export.ts";
import { checkpointLine, parseCheckpoint, signCheckpoint } from "./checkpoint.ts";
import { writeCheckpoint } from "./checkpoint-jobs.ts";
import { type AuditRange, exportAudit } from "./export-audit.ts";
import { linkAudit } from "./linked-audit.ts";
import { chainEventByEvent } from "./testing/redo-chain.ts";

// Nine events that are chained one by one, then two headers of three, and a third one a day later.

let portal: TestPortal;
let kept: string;
let lines: readonly string[];
const day = 86_400_000;
const everything: AuditRange = { from: new Date(0), to: new Date("2100-01-01") };

async function exported(range: AuditRange): Promise<string[]> {
  let text = "";
  for await (const line of exportAudit(portal.context, range)) text += line;
  expect(text.endsWith("\n") || text === "").toBe(true);
  return text === "" ? [] : text.slice(0, -1).split("\n");
}

beforeAll(async () => {
  portal = await startTestPortal({}, { scheduled: false });
  const join = () => newMember(portal, portal.browser());
  for (let person = 0; person < 3; person += 1) await join();
  await portal.database.pool.query(`
    alter table portal.audit_event disable trigger all;
    alter table kit.chain_header disable trigger all`);
  await chainEventByEvent(portal.database.pool);
  for (let person = 0; person < 2; person += 1) {
    await join();
    await linkAudit(portal.context);
  }
  kept = (await writeCheckpoint(portal.context)) ?? "";
  portal.clock.advance(day);
  await join();
  lines = await exported(everything);
});
afterAll(() => portal.close());

const eventOf = (line: string) => line.startsWith("[");
const at = (wanted: (line: string) => boolean) => lines.findIndex(wanted);
const problemOf = (changed: readonly string[], expected: readonly string[] = []) =>
  checkExport(changed, expected).then(
    () => "none",
    (error: unknown) => {
      if (!(error instanceof BrokenExport)) throw error;
      return error.message;
    },
  );

test("the whole log in a file is checked by itself, beside checkpoints that were kept elsewhere", async () => {
  expect(lines.filter(eventOf)).toHaveLength(18);
  expect(await checkExport(lines, [kept])).toMatchObject({ events: 18, headers: 3, agreeing: 1 });
  expect(await checkExport(lines)).toMatchObject({ agreeing: 0 });
});

test("a range has what was linked in it, and nothing of another", async () => {
  const tomorrow = new Date(portal.clock.now().getTime() - day / 2);
  const before = await exported({ from: new Date(0), to: tomorrow });
  const after = await exported({ from: tomorrow, to: everything.to });
  expect(await checkExport(before, [kept])).toMatchObject({ events: 15, headers: 2, agreeing: 1 });
  expect(await checkExport(after, [kept])).toMatchObject({ events: 3, headers: 1, agreeing: 0 });
  expect([...before, ...after].filter(eventOf)).toEqual(lines.filter(eventOf));
  expect(await exported({ from: everything.to, to: new Date("2101-01-01") })).toEqual([]);
});

test("an operator's export is written down with its range and its number", async () => {
  const operator = createOperator(portal, "Sato");
  let written = "";
  for await (const line of operator.exportAudit(everything)) written += line;
  expect(written).toContain('"events":18');
  const { rows } = await portal.database.pool.query(
    "select detail from portal.audit_event where action = 'operator.audit-exported'",
  );
  expect(rows).toEqual([
    {
      detail: {
        operator: "Sato",
        events: 18,
        from: everything.from.toISOString(),
        to: everything.to.toISOString(),
      },
    },
  ]);
});

describe("noticed in a file:", () => {
  const without = (index: number) => lines.toSpliced(index, 1);
  const changed = (index: number, from: string, to: string) =>
    lines.with(index, lines[index]?.replace(from, to) ?? "");
  const header = () => at((line) => line.startsWith('{"header"'));

  test.each<[string, () => readonly string[], string]>([
    [
      "a chained event changed",
      () => changed(2, '"sign-up', '"sign-out'),
      "do not belong to their header",
    ],
    [
      "a linked event changed",
      () => changed(header() + 1, '"sign-up', '"sign-out'),
      "do not belong to their header",
    ],
    ["a chained event taken out", () => without(3), "."],
    ["a linked event taken out", () => without(header() + 2), "."],
    [
      "two events in another order",
      () =>
        lines
          .with(header() + 1, lines[header() + 2] ?? "")
          .with(header() + 2, lines[header() + 1] ?? ""),
      "do not belong to their header",
    ],
    [
      "a header and its events taken out",
      () => lines.toSpliced(header(), 4),
      "do not belong to their header",
    ],
    ["the range changed", () => changed(0, "1970", "1971"), "what was signed"],
    ["the file cut off", () => lines.slice(0, -1), "cut off"],
    ["the file cut off within a header", () => lines.slice(0, header() + 2), "cut off"],
    ["something after the end", () => [...lines, lines[2] ?? ""], "follows the end"],
    [
      "another signature",
      () => changed(lines.length - 1, '"signature":"', '"signature":"AA'),
      "signature",
    ],
    ["a line that is none", () => lines.with(1, "{"), "is not JSON"],
    ["another file", () => ["{}"], "not a file of"],
    ["an empty file", () => [], "cut off"],
  ])("%s", async (_, given, sentence) => {
    expect(await problemOf(given())).toMatch(new RegExp(sentence));
    expect(await problemOf(given())).not.toBe("none");
  });

  test("another history, by checkpoints of another key or another hash", async () => {
    const { privateKey } = generateKeyPairSync("ed25519");
    const checkpoint = parseCheckpoint(kept);
    if (checkpoint === undefined) throw new Error("nothing was kept");
    const foreign = checkpointLine(signCheckpoint(privateKey, checkpoint));
    expect(await problemOf(lines, [foreign])).toContain("not signed by this file's key");
    const { rows } = await portal.database.pool.query(
      "select hash from kit.chain_header where number = 3",
    );
    expect(rows).toHaveLength(1);
    await portal.database.pool.query(
      "update kit.chain_header set hash = sha256('x') where number = 3",
    );
    try {
      const other = (await writeCheckpoint(portal.context)) ?? "";
      expect(await problemOf(lines, [other])).toContain(
        "was another one when its checkpoint was kept",
      );
    } finally {
      await portal.database.pool.query("update kit.chain_header set hash = $1 where number = 3", [
        rows[0].hash,
      ]);
    }
  });
});
