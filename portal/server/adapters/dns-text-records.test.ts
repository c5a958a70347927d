import { createSocket, type Socket } from "node:dgram";
import type { AddressInfo } from "node:net";
import { decode, encode, RECURSION_DESIRED } from "dns-packet";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dnsTextRecords } from "./dns-text-records.ts";

// A name server of the test's own on this machine, asked over the wire.

let server: Socket;
let address: string;
const asked: string[] = [];

beforeAll(async () => {
  server = createSocket("udp4");
  server.on("message", (message, from) => {
    const { id, questions } = decode(message);
    const [question] = questions ?? [];
    const name = question?.name ?? "";
    asked.push(name);
    if (name.startsWith("silent")) return;
    const codes = { absent: 3, broken: 2 } as const;
    const rcode = codes[name.split(".")[0] as keyof typeof codes] ?? 0;
    const answers = name.startsWith("two")
      ? [
          { type: "TXT" as const, name, ttl: 1, data: ["one ", "text"] },
          { type: "TXT" as const, name, ttl: 1, data: "another" },
        ]
      : [];
    const flags = RECURSION_DESIRED | rcode;
    const packet = {
      type: "response" as const,
      id: id ?? 0,
      flags,
      questions: questions ?? [],
      answers,
    };
    server.send(encode(packet), from.port, from.address);
  });
  await new Promise<void>((resolve) => server.bind(0, "127.0.0.1", resolve));
  address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server?.close());

describe("TXT records", () => {
  test("are asked of the name servers that the settings name, and put together", async () => {
    const texts = await dnsTextRecords([address]).look("two.example.jp");
    expect(texts?.toSorted()).toEqual(["another", "one text"]);
    expect(asked).toContain("two.example.jp");
  });

  test.each(["absent.example.jp", "none.example.jp"])("are none at %s", async (name) => {
    expect(await dnsTextRecords([address]).look(name)).toEqual([]);
  });

  test.each(["broken.example.jp", "silent.example.jp"])(
    "are unknown where nobody says anything: %s",
    async (name) => {
      expect(await dnsTextRecords([address]).look(name)).toBeUndefined();
    },
    30_000,
  );
});
