import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { freePort } from "@sekimori/kit-development/testing/free-port";
import { createTransport } from "nodemailer";
import { afterEach, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { sandboxMigrations } from "../migrations/migrations.ts";
import { PaymentClient } from "../testing/payment-client.ts";

let database: TestDatabase<unknown>;
let origin: string;
const children: ChildProcess[] = [];

async function startProcess(): Promise<{ smtpPort: number; kill: () => Promise<void> }> {
  const script = join(import.meta.dirname, "../testing/sandbox-process.ts");
  const child = spawn(process.execPath, [script, database.url, origin], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const [line] = await once(child.stdout, "data");
  return {
    smtpPort: Number(String(line)),
    kill: async () => {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

beforeEach(async () => {
  database = await createTestDatabase(sandboxMigrations);
  origin = `http://localhost:${await freePort()}`;
});

afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  await database.close();
});

it("keeps charges, mail and clock over kill -9 in the middle of charging", async () => {
  const client = new PaymentClient(origin);
  const first = await startProcess();
  await fetch(`${origin}/clock`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ advance: "31d" }),
  });
  const transport = createTransport({ host: "127.0.0.1", port: first.smtpPort, ignoreTLS: true });
  await transport.sendMail({ from: "a@example.com", to: "b@example.com", subject: "kept" });
  transport.close();
  const card = await client.card("4111110000001003");
  const keys = Array.from({ length: 40 }, (_, index) => `key-${index}`);
  const charging = Promise.allSettled(keys.map((key) => client.charge(card, 100, key)));
  await client.charge(card, 1, "last before the end");
  await first.kill();
  const answers = await charging;

  await startProcess();
  const ledger = z
    .object({
      charges: z.array(z.looseObject({ id: z.string(), idempotency_key: z.string() })),
      events: z.array(z.looseObject({ type: z.string() })),
    })
    .parse((await client.get("/payment/ledger")).body);
  const answered = answers.flatMap((answer) =>
    answer.status === "fulfilled" ? [answer.value.body] : [],
  );
  // What was answered is in the books, and every charge in the books has its event.
  for (const body of answered) expect(ledger.charges).toContainEqual(body);
  const charged = ledger.events.filter(({ type }) => type === "charge.succeeded");
  expect(charged).toHaveLength(ledger.charges.length);
  // Repeating all of them charges each key once.
  await Promise.all(keys.map((key) => client.charge(card, 100, key)));
  const after = await client.get("/payment/ledger");
  const charges = z.array(z.looseObject({ idempotency_key: z.string() })).parse(after.body.charges);
  expect(charges.map((charge) => charge.idempotency_key).sort()).toEqual(
    [...keys, "last before the end"].sort(),
  );

  const mail = await (await fetch(`${origin}/mailbox/messages?to=b@example.com`)).json();
  expect(mail).toMatchObject({ messages: [{ subject: "kept" }] });
  const clock = await (await fetch(`${origin}/clock`)).json();
  expect(clock).toMatchObject({ offset_ms: 31 * 86_400_000 });
});
