import { expect, it } from "vitest";
import { eachServer } from "./each-server.ts";

it("judges five mail servers and names the others as not looked at", async () => {
  const asked: string[] = [];
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  const seen = await eachServer(names, async (server) => {
    asked.push(server);
    return { outcome: "answers", subject: server };
  });
  expect(asked).toEqual(names.slice(0, 5));
  expect(seen.map(({ outcome, subject }) => [outcome, subject]).slice(4)).toEqual([
    ["answers", "e"],
    ["inconclusive", "f"],
    ["inconclusive", "g"],
  ]);
});
