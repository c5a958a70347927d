import { describe, expect, it } from "vitest";
import { ALLOWED_PORTS, WEB_PORTS } from "../net/allowed-ports.ts";
import generated from "./generated/libraries.json" with { type: "json" };
import { importLibraries } from "./import-libraries.ts";
import { loadData } from "./load-data.ts";

describe("built-in data", () => {
  const data = loadData();

  it("has a date and a source for every set", () => {
    expect(data.info).toHaveLength(7);
    for (const { date, source } of data.info) {
      expect(date).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(source).not.toBe("");
    }
  });

  it("knows only ports that the guard lets through", () => {
    const ports = [...data.ports.map(({ port }) => port), ...WEB_PORTS];
    expect(ports.filter((port) => !ALLOWED_PORTS.includes(port))).toEqual([]);
  });

  it("holds the library signatures as their source has them today", () => {
    expect(generated).toEqual(importLibraries(generated.date));
    expect(data.libraries.length).toBeGreaterThan(40);
  });

  it.each([
    ["jquery", "https://cdn.example.jp/jquery-1.12.4.min.js", "1.12.4"],
    ["vue", "https://cdn.example.jp/npm/vue@2.6.14/dist/vue.js", "2.6.14"],
    ["bootstrap", "https://example.jp/assets/bootstrap-3.3.7.min.js", "3.3.7"],
  ])("recognises %s by its URL", (library, url, version) => {
    const signature = data.libraries.find((entry) => entry.library === library);
    const found = signature?.urls.flatMap((source) => new RegExp(source).exec(url)?.[1] ?? []);
    expect(found).toContain(version);
  });

  it("recognises a library by its own comment", () => {
    const react = data.libraries.find((entry) => entry.library === "react");
    const text = "/** @license React v16.4.0\n * react.production.min.js";
    const found = react?.contents.flatMap((source) => new RegExp(source).exec(text)?.[1] ?? []);
    expect(found).toContain("16.4.0");
  });

  it("has no pattern that a page could make run for long", () => {
    const size = 65_536;
    const pages = [
      "1".repeat(size),
      "/* jQuery v1.".repeat(5_000),
      '="1.0.0",'.repeat(7_000),
      `/*!${" ".repeat(size)}`,
      "/a-1.1.1-a-1.1.1".repeat(4_000),
    ];
    const patterns = data.libraries.flatMap(({ urls, contents }) => [...urls, ...contents]);
    for (const page of pages) {
      // Of the processor, not of the wall: another process may be busy at the same time.
      const before = process.cpuUsage();
      for (const source of patterns) new RegExp(source).test(page);
      expect(process.cpuUsage(before).user / 1_000).toBeLessThan(3_000);
    }
  });

  it("refuses an import of another form", () => {
    expect(() =>
      loadData({ releases: { name: "x", date: "yesterday", source: "y", entries: [] } }),
    ).toThrow();
  });

  it("takes an import in place of the built-in set", () => {
    const releases = { name: "Mine", date: "2026-11-20", source: "Me", entries: [] };
    const imported = loadData({ releases });
    expect(imported.releases).toEqual([]);
    expect(imported.info.map(({ name }) => name)).toContain("Mine");
  });
});
