import { expect, test } from "vitest";
import { pastRuns } from "./history.ts";

test("what a finding says of a moment is what its evidence says, whenever it is looked at", async () => {
  const found = (await pastRuns(new Date("2031-05-06T07:08:09Z"))).flatMap((run) => run.findings);
  let told = 0;
  for (const { check, summary, evidence } of found.filter((one) => one.check === "cert-expiry")) {
    const until = evidence.find(({ name }) => name === "cert.notAfter")?.value;
    for (const text of [summary.ja, summary.en]) {
      const [, day, time] = /(\d{4}\/\d{2}\/\d{2}) (\d{2}:\d{2})/.exec(text) ?? [];
      if (day === undefined) continue;
      told += 1;
      // Sentences have no seconds: what is moved may end in the minute before.
      const apart =
        Date.parse(String(until)) - Date.parse(`${day.replaceAll("/", "-")}T${time}+09:00`);
      expect(apart, `${check} ${text}`).toBeGreaterThanOrEqual(0);
      expect(apart, `${check} ${text}`).toBeLessThan(120_000);
    }
  }
  expect(told).toBeGreaterThan(100);
});
