import { expect, it } from "vitest";
import { comparePackages } from "./package-version.ts";

it.each([
  ["1.22.1-9", "1.22.1-9+deb12u1"],
  ["1.22.1-9+deb12u1", "1.22.1-9+deb12u10"],
  ["1:9.2p1-2+deb12u2", "1:9.2p1-2+deb12u3"],
  ["9.2p1-2+deb12u2", "1:9.2p1-2+deb12u3"],
  ["2.4.62-1~deb12u1", "2.4.62-1"],
  ["1.0~rc1", "1.0"],
  ["1.0", "1.0a"],
  ["1.0a", "1.0+1"],
  ["0:2.0", "1:1.0"],
  ["8.2.9-1", "8.2.20-1"],
])("%s is older than %s", (older, newer) => {
  expect(comparePackages(older, newer)).toBeLessThan(0);
  expect(comparePackages(newer, older)).toBeGreaterThan(0);
});

it("an epoch that one of them does not show makes no difference", () => {
  expect(comparePackages("9.2p1-2+deb12u3", "1:9.2p1-2+deb12u3")).toBe(0);
});
