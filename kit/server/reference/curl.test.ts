import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { curlOf } from "./curl.ts";
import { limitInWords } from "./limits-in-words.ts";

const origin = "https://portal.example";

/** What a shell hands to curl. */
const handed = (command: string): string[] =>
  execFileSync("sh", ["-c", `curl() { printf '%s\\n' "$@"; }; TOKEN=x; ${command}`], {
    encoding: "utf8",
  })
    .trimEnd()
    .split("\n");

test("a call with parameters of its path and query, and options of the caller", () => {
  const command = curlOf({
    origin,
    method: "get",
    path: "/v1/domains/{id}",
    operation: {
      parameters: [
        { name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } },
        { name: "size", in: "query", required: true, schema: { type: "integer", minimum: 25 } },
        { name: "q", in: "query", schema: { type: "string" } },
      ],
    },
    options: ['--header "Authorization: Bearer $TOKEN"'],
  });
  expect(handed(command)).toEqual([
    `${origin}/v1/domains/00000000-0000-4000-8000-000000000000?size=25`,
    "--header",
    "Authorization: Bearer x",
  ]);
});

test("a body reaches curl as it is, whatever the shell thinks of its signs", () => {
  const name = 'it\'s $HOME `id` \\ "x"';
  const command = curlOf({
    origin,
    method: "post",
    path: "/v1/groups",
    operation: {
      requestBody: {
        content: {
          "application/json": {
            schema: { type: "object", properties: { name: { const: name } } },
          },
        },
      },
    },
    options: [],
  });
  const words = handed(command);
  expect(words.slice(0, 3)).toEqual([`${origin}/v1/groups`, "--request", "POST"]);
  expect(JSON.parse(words.at(-1) ?? "")).toEqual({ name });
});

test.each([
  [{ by: "account", points: 10, seconds: 3_600 }, "10 calls in an hour for each account"],
  [{ by: "network", points: 1, seconds: 60 }, "1 call in a minute for each network"],
  [{ by: "flow", points: 5, seconds: 900 }, "5 calls in 15 minutes for each flow"],
  [{ by: "recipient", points: 20, seconds: 86_400 }, "20 calls in a day for each recipient"],
] as const)("%j is said as %s", (limit, words) => {
  expect(limitInWords(limit)).toBe(words);
});
