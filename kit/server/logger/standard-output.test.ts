import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { unwaitingOutput } from "./standard-output.ts";

/** A reader that takes one piece when it is asked to. */
function slowReader() {
  const taken: string[] = [];
  let take: (() => void) | undefined;
  const output = new Writable({
    decodeStrings: false,
    write(chunk: string, _, done) {
      take = () => {
        taken.push(chunk);
        done();
      };
    },
  });
  return {
    output,
    taken,
    /** Takes everything that waits. */
    async read() {
      while (take) {
        const next = take;
        take = undefined;
        next();
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

test("lines wait for a slow reader up to a bound, and what was left out is told", async () => {
  const { output, taken, read } = slowReader();
  const log = unwaitingOutput(output, 30);
  for (const line of ["first 89\n", "second 9\n", "third 89\n", "fourth 9\n", "fifth 89\n"]) {
    log.write(line);
  }
  await read();
  log.write("sixth 89\n");
  await read();
  expect(taken.slice(0, 3)).toEqual(["first 89\n", "second 9\n", "third 89\n"]);
  expect(JSON.parse(taken[3] ?? "")).toMatchObject({
    level: "warn",
    missing: 2,
    msg: "log lines were left out",
  });
  expect(taken.slice(4)).toEqual(["sixth 89\n"]);
});

test("a reader that has gone away is written nothing", async () => {
  const { output, taken, read } = slowReader();
  const log = unwaitingOutput(output);
  output.destroy(new Error("write EPIPE"));
  log.write("nobody reads this\n");
  await read();
  expect(taken).toEqual([]);
});
