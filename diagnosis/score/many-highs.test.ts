import { expect, it } from "vitest";
import { serviceCause } from "../engine/cause.ts";
import { manyHighsLimit } from "./many-highs.ts";
import { fail } from "./testing/sample-finding.ts";

const host = "a.jp";
const at = (address: string, port: number) =>
  fail("high", {
    category: "ports",
    check: `port-${port}`,
    key: `${address} ${port}`,
    place: { host, address, port },
    cause: serviceCause({ host, address }, port),
  });
const other = fail("high", { category: "dns", check: "dns-lame", key: "other" });
const addresses = ["192.0.2.1", "2001:db8::1"] as const;

it("one service at both addresses of its host is one slip", () => {
  const twice = addresses.map((address) => at(address, 3389));
  expect(manyHighsLimit([...twice, other])).toEqual([]);
});

it("three services hold the grade at D", () => {
  const three = [22, 23, 3389].map((port) => at(addresses[0], port));
  expect(manyHighsLimit(three)).toMatchObject([{ grade: "D" }]);
});
