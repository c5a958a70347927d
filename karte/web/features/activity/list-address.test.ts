import { expect, test } from "vitest";
import { filtersOf } from "./list-address.ts";

test.each([
  ["", {}],
  ["action=domain.added&by=account", { action: "domain.added", by: "account" }],
  // Days of Japan, the last one to its end.
  [
    "from=2026-11-01&to=2026-11-03",
    { from: "2026-10-31T15:00:00.000Z", to: "2026-11-03T15:00:00.000Z" },
  ],
  ["action=unknown&from=soon&to=2026-13-45&by=&cursor=abc", {}],
])("%s asks for %j", (address, expected) => {
  expect(filtersOf(new URLSearchParams(address), ["domain.added", "run.started"])).toEqual(
    expected,
  );
});
