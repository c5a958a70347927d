import { describe, expect, it } from "vitest";
import { compareVersions, isAffected, isOfCycle } from "./version.ts";

describe("compareVersions", () => {
  it.each([
    ["1.2.3", "1.2.4"],
    ["1.2.3", "1.10.0"],
    ["2.4", "2.4.1"],
    ["9.3p1", "9.3p2"],
    ["9.3", "9.3p1"],
    ["1.0.1f", "1.0.1g"],
    ["1.0.1", "1.0.1a"],
    ["3.0.0-beta1", "3.0.0"],
    ["1.9.0b1", "1.9.0"],
    ["2.0.0-rc.1", "2.0.0-rc.2"],
    ["8.5p1", "9.8p1"],
  ])("%s is older than %s", (older, newer) => {
    expect(compareVersions(older, newer)).toBeLessThan(0);
    expect(compareVersions(newer, older)).toBeGreaterThan(0);
  });

  it.each([
    ["1.2.0", "1.2"],
    ["v1.2", "1.2"],
    ["01.2", "1.2"],
  ])("%s equals %s", (left, right) => {
    expect(compareVersions(left, right)).toBe(0);
  });

  it("bounds are inclusive below and exclusive above", () => {
    expect(isAffected("2.4.49", { from: "2.4.49", before: "2.4.51" })).toBe(true);
    expect(isAffected("2.4.51", { from: "2.4.49", before: "2.4.51" })).toBe(false);
    expect(isAffected("0.1", { before: "2.4.51" })).toBe(true);
    expect(isAffected("1.2", { after: "1.2" })).toBe(false);
    expect(isAffected("1.3", { after: "1.2", through: "1.3" })).toBe(true);
    expect(isAffected("1.4", { through: "1.3" })).toBe(false);
  });

  it("a release line ends at a dot", () => {
    expect(isOfCycle("1.22.4", "1.22")).toBe(true);
    expect(isOfCycle("1.22", "1.22")).toBe(true);
    expect(isOfCycle("1.220", "1.22")).toBe(false);
    expect(isOfCycle("1.2", "1.22")).toBe(false);
  });

  it("letters are releases of a line", () => {
    expect(isOfCycle("1.0.2zg", "1.0.2")).toBe(true);
    expect(isOfCycle("1.1.1w", "1.1.1")).toBe(true);
    expect(isOfCycle("1.0.20", "1.0.2")).toBe(false);
    expect(isOfCycle("9.8p1", "9.8")).toBe(true);
    expect(isOfCycle("2012r2", "2012")).toBe(true);
    expect(isOfCycle("2012rc", "2012r")).toBe(false);
  });
});
