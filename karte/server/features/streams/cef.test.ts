import fc from "fast-check";
import { expect, test } from "vitest";
import { readCef } from "../../testing/read-cef.ts";
import { cefLine } from "./cef.ts";
import type { StreamEvent } from "./stream-event.ts";

const event: StreamEvent = {
  id: "0123456789abcdef0123456789abcdef",
  at: "2026-11-27T00:00:00.000Z",
  type: "finding.state",
  reason: "seen-first",
  from: null,
  state: "new",
  severity: "critical",
  priority: 1875,
  check: "ports.open",
  category: "ports",
  title: { ja: "開いたポート", en: "Open port" },
  summary: { ja: "6379番が開いています", en: "6379 is open" },
  domain: { id: "d", name: "example.jp" },
  host: "db.example.jp",
  address: "192.0.2.7",
  port: 6379,
  cve: ["CVE-2021-23017", "CVE-2024-0001"],
  cause: "service|192.0.2.7:6379",
  finding: "f",
  run: null,
  url: "https://karte.example/inventory/result?id=f",
};

test("an event is one line, with its header and each field under its key", () => {
  expect(cefLine(event, "ja")).toBe(
    [
      "CEF:0|Sekimori|Karte|1|ports.open|開いたポート|10|rt=1795737600000",
      "externalId=0123456789abcdef0123456789abcdef cat=ports reason=seen-first dhost=db.example.jp",
      "dst=192.0.2.7 dpt=6379 cs1Label=cause cs1=service|192.0.2.7:6379 cs2Label=state cs2=new",
      "cs3Label=CVE cs3=CVE-2021-23017 CVE-2024-0001 cn1Label=priority cn1=1875",
      "request=https://karte.example/inventory/result?id\\=f msg=6379番が開いています",
    ].join(" "),
  );
});

test.each([
  ["info", "1"],
  ["low", "3"],
  ["medium", "5"],
  ["high", "8"],
  ["critical", "10"],
] as const)("%s is %s", (severity, number) => {
  expect(readCef(cefLine({ ...event, severity }, "en")).header[5]).toBe(number);
});

test("an IPv6 address has a field of its own, and what is not known has none", () => {
  const { extension } = readCef(
    cefLine({ ...event, address: "2001:db8::7", port: null, cve: [], cause: null }, "en"),
  );
  expect(extension).toMatchObject({ c6a3: "2001:db8::7", c6a3Label: "Destination IPv6 Address" });
  expect(Object.keys(extension)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(dst|dpt|cs1|cs3)$/)]),
  );
});

test("pipes, equals signs, backslashes, line breaks and Japanese come out as they went in", () => {
  const hostile = "a|b=c\\d\\n\ne\r\nf cs2=fixed \\= 日本語｜＝￥ msg=x";
  const { header, extension } = readCef(
    cefLine(
      {
        ...event,
        check: "x|y\\z=",
        title: { ja: "一|二\\三=四\n五", en: "" },
        host: hostile,
        cause: hostile,
        summary: { ja: hostile, en: "" },
      },
      "ja",
    ),
  );
  expect(header[3]).toBe("x|y\\z=");
  // A header has no way to say a line break.
  expect(header[4]).toBe("一|二\\三=四 五");
  expect(extension).toMatchObject({ dhost: hostile, cs1: hostile, msg: hostile, cs2: "new" });
});

test("whatever a stranger's server says, a line is read as what it was", () => {
  const sign = fc.constantFrom(
    ..."|=\\\n\r \t\u0000\u0085\u2028\ud800日本語𠮷｜＝￥msgcs2",
    " cs2=",
    "\\=",
  );
  const text = fc.string({ unit: sign, maxLength: 40 });
  fc.assert(
    fc.property(text, text, (host, words) => {
      // What no line can hold becomes a blank.
      const shown = (given: string) =>
        given
          .toWellFormed()
          // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is meant
          .replace(/[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029]/g, " ");
      const line = cefLine({ ...event, host, summary: { ja: words, en: words } }, "en");
      const { extension } = readCef(line);
      expect(extension.dhost ?? "").toBe(shown(host));
      expect(extension.msg ?? "").toBe(shown(words));
      expect(extension.cs2).toBe("new");
    }),
  );
});

test("each text is as long as the format lets it be, in whole characters", () => {
  const of = (length: number) => "𠮷".repeat(length);
  const read = (length: number) =>
    readCef(cefLine({ ...event, host: of(length), cause: of(length) }, "en")).extension;
  expect(read(1_023).dhost).toBe(of(1_023));
  expect(read(1_024).dhost).toBe(of(1_023));
  expect(read(4_000).cs1).toBe(of(4_000));
  expect(read(4_001).cs1).toBe(of(4_000));
});
