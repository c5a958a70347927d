import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "@sekimori/kit-server/logger";
import { describe, expect, test } from "vitest";
import { noBreachedPasswords } from "./no-breached-passwords.ts";
import { rangeBreachedPasswords, rangeFolder, rangeServer } from "./range-breached-passwords.ts";

const logger = createLogger({ name: "test", level: "silent" });
const breached = "Tr0ub4dor&3";
const digest = createHash("sha1").update(breached).digest("hex").toUpperCase();
const prefix = digest.slice(0, 5);
const range = `${"0".repeat(35)}:3\r\n${digest.slice(5)}:42\r\n${"F".repeat(35)}:0\r\n`;

async function folderSource() {
  const folder = await mkdtemp(join(tmpdir(), "sekimori-ranges-"));
  await writeFile(join(folder, `${prefix}.txt`), range);
  return { source: rangeFolder(folder), close: () => rm(folder, { recursive: true }) };
}

async function serverSource() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.statusCode = request.url === `/range/${prefix}` ? 200 : 404;
    response.end(range);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    source: rangeServer(`http://127.0.0.1:${port}/`),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
    asked,
  };
}

describe.each([
  ["a folder of ranges", folderSource],
  ["a range server", serverSource],
] as const)("%s", (_name, start) => {
  test("tells a breached password from others, and says no when it cannot be read", async () => {
    const { source, close } = await start();
    const passwords = rangeBreachedPasswords(source, logger);
    expect(await passwords.includes(breached)).toBe(true);
    expect(await passwords.includes("Not-In-Any-Range-7")).toBe(false);
    await close();
    expect(await passwords.includes(breached)).toBe(false);
  });
});

test("a range server learns five digits of the hash and no more", async () => {
  const { source, close, asked } = await serverSource();
  await rangeBreachedPasswords(source, logger).includes(breached);
  await close();
  expect(asked).toEqual([`/range/${prefix}`]);
});

test("without a source nothing is breached", async () => {
  expect(await noBreachedPasswords.includes(breached)).toBe(false);
});
