import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { expect, inject, test } from "vitest";
import { halfDone } from "./support/consistency.ts";
import { percentile, report } from "./support/figures.ts";
import { newMember } from "./support/journeys.ts";
import type { Person } from "./support/person.ts";
import { isFull, patience, sized, within } from "./support/sizes.ts";
import { standingProduct } from "./support/standing.ts";

const product = standingProduct();
const reads = sized(100, 2_000);

function target(): number {
  const { port = 0 } = inject("faults").portals[0] ?? {};
  return port;
}

async function open(): Promise<Socket> {
  const socket = connect(target(), "127.0.0.1");
  socket.on("error", () => undefined);
  socket.resume();
  await once(socket, "connect");
  return socket;
}

/** Times of a signed-in person's reads, through the balancer, over both processes. */
async function goodTraffic(person: Person): Promise<number[]> {
  const times: number[] = [];
  for (let read = 0; read < reads; read += 1) {
    const answer = await person.attempt(getMyProfile, {});
    expect(answer.status).toBe(200);
    times.push(answer.ms);
  }
  return times;
}

test(
  "idle and slow connections do not slow the others",
  async () => {
    const { person } = await newMember(product);
    const calm = percentile(await goodTraffic(person), 0.99);
    const idle = await Promise.all(Array.from({ length: sized(200, 10_000) }, open));
    const slow = await Promise.all(Array.from({ length: sized(50, 1_000) }, open));
    for (const socket of slow) socket.write("GET /v1/site HTTP/1.1\r\nHost: x\r\n");
    // One more byte of a header that never ends, again and again.
    const drip = setInterval(() => {
      for (const socket of slow) if (socket.writable) socket.write("X");
    }, 200);
    const attacked = percentile(await goodTraffic(person), 0.99);
    clearInterval(drip);
    const trickling = slow.filter((socket) => !socket.destroyed).length;
    for (const socket of [...idle, ...slow]) socket.destroy();
    report("25", {
      "idle sockets": idle.length,
      "slow senders": slow.length,
      "still trickling": trickling,
      "good p99 ms before": calm,
      "good p99 ms meanwhile": attacked,
    });
    expect(attacked).toBeLessThan(Math.max(within(1_000), 10 * calm));
  },
  patience,
);

// Takes half a minute: Node looks for slow senders only every 30 s.
test.runIf(isFull)(
  "a slow sender loses its socket",
  async () => {
    const socket = await open();
    const began = performance.now();
    socket.write("POST /v1/idp/sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n");
    const drip = setInterval(() => socket.writable && socket.write("X"), 500);
    await once(socket, "close");
    clearInterval(drip);
    const seconds = Math.round((performance.now() - began) / 1000);
    report("25", { "slow sender cut off after s": seconds });
    // 10 s for headers, found at the next look.
    expect(seconds).toBeLessThanOrEqual(45);
  },
  patience,
);

test("a body of 100 MB is refused before it is read, and nothing is broken", async () => {
  const megabytes = 100;
  const socket = await open();
  let answer = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => {
    answer += chunk;
  });
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.write(
    `POST /v1/idp/sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${megabytes * 2 ** 20}\r\n\r\n`,
  );
  const block = Buffer.alloc(2 ** 16, 0x20);
  let sent = 0;
  while (sent < megabytes * 2 ** 20 && socket.writable && answer === "") {
    sent += block.length;
    if (socket.write(block)) continue;
    const drained = new AbortController();
    await Promise.race([once(socket, "drain", { signal: drained.signal }).catch(() => {}), closed]);
    drained.abort();
  }
  socket.end();
  await closed;
  const { person } = await newMember(product);
  report("25", {
    "MB announced": megabytes,
    "MB taken": Math.round(sent / 2 ** 20),
    answer: /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? "none",
  });
  expect(answer).toMatch(/^HTTP\/1\.1 400/);
  expect(sent).toBeLessThan(20 * 2 ** 20);
  expect((await person.attempt(getMyProfile, {})).status).toBe(200);
  expect(await halfDone(product.pool)).toEqual({});
});
