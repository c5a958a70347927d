import { expect, test } from "vitest";
import { chooseExample } from "./choose-example.ts";
import { withStableSamples } from "./stable-samples.ts";

// Two renewals of the references' examples, on other days and with other ids, write the same.

/** What a test is answered at a time of that month, in whose last days nothing falls. */
function answered(at: string, made: { id: string; mark: string; address: string; late: number }) {
  const ms = Date.parse(at);
  const day = at.slice(0, 10);
  const inMinutes = (minutes: number) => new Date(ms + minutes * 60_000 + made.late).toISOString();
  return {
    id: made.id,
    scans: { renewsAt: `${day.slice(0, 8)}30T15:00:00.000Z` },
    billedOn: `${day.slice(0, 5)}12-01`,
    lastDay: `${day.slice(0, 8)}30`,
    file: `domains-${day}.csv`,
    refused: `refused-${made.mark}.csv`,
    today: day,
    made: inMinutes(-1),
    until: inMinutes(60),
    terms: "2026-03-15-9f8e3c",
    note: `${made.address} at ${inMinutes(0)}`,
    leftMs: 1_234 + made.late,
  };
}

const first = answered("2026-11-12T01:02:03.456Z", {
  id: "0b7be01c-6a0f-4cb1-8a6d-1e8a2f3b4c5d",
  mark: "41bf3184",
  address: "a-7f3@test.example",
  late: 3,
});
const second = answered("2026-11-24T14:55:59.990Z", {
  id: "9c1d2e3f-0a1b-4c2d-9e3f-4a5b6c7d8e9f",
  mark: "0a77c2de",
  address: "b-91@test.example",
  late: 412,
});

test("ids, times, days, names of files and addresses become the same, whenever a test runs", () => {
  const samples = withStableSamples(first, new Date("2026-11-12T01:02:03.456Z"));
  expect(withStableSamples(second, new Date("2026-11-24T14:55:59.990Z"))).toEqual(samples);
  expect(samples).toEqual({
    id: "00000000-0000-4000-8000-000000000001",
    scans: { renewsAt: "2026-11-30T15:00:00.000Z" },
    billedOn: "2026-12-01",
    lastDay: "2026-11-30",
    file: "domains-2026-11-20.csv",
    refused: "refused-4f9b27c0.csv",
    today: "2026-11-20",
    made: "2026-11-20T00:59:00.000Z",
    until: "2026-11-20T02:00:00.000Z",
    terms: "2026-03-15-9f8e3c",
    note: "hanako@example.jp at 2026-11-20T01:00:00.000Z",
    leftMs: 2_000,
  });
});

test("the end of a month stays one in another month", () => {
  const inMarch = withStableSamples(
    { renewsAt: "2027-03-31T15:00:00.000Z", lastDay: "2027-03-31", next: "2027-04-01" },
    new Date("2027-03-02T00:00:00.000Z"),
  );
  expect(inMarch).toEqual({
    renewsAt: "2026-11-30T15:00:00.000Z",
    lastDay: "2026-11-30",
    next: "2026-12-01",
  });
});

test("a certificate is a short one, in a PEM, on its lines alone and on one line", () => {
  const lines = `MIIDvzCCAiegAwIBAgIRALnSYJJJfzzuEeWWJSPOwWowDQYJKoZIhvcNAQELBQAw\n${"aB3+/xYz".repeat(8)}\nIt3k==`;
  const given = {
    pem: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    lines,
    xml: `<ds:X509Certificate>${lines.replaceAll("\n", "")}</ds:X509Certificate>`,
  };
  const short = "MIID4k9mx2t7qb5wz8f1hj3v6cdgnprsy0";
  expect(withStableSamples(given, new Date("2026-11-12T01:02:03Z"))).toEqual({
    pem: `-----BEGIN CERTIFICATE-----\n${short}\n-----END CERTIFICATE-----\n`,
    lines: short,
    xml: `<ds:X509Certificate>${short}</ds:X509Certificate>`,
  });
});

const example = (name: string, more: object = {}) => ({ answer: { name, ...more } });

test("an example stays while none shows more and its words are still said, whatever the order", () => {
  const before = example("Sample 41", { yen: 11_000 });
  expect(chooseExample([example("Sample 7", { yen: 1 })], before)).toBe(before);
  expect(chooseExample([example("Sample 7")], before)).toBe(before);
  expect(chooseExample([example("Sample 7")], undefined)).toEqual(example("Sample 7"));
  expect(chooseExample([], before)).toBe(before);
  // Another sentence than before, and more than before.
  expect(chooseExample([example("Specimen 7")], before)).toEqual(example("Specimen 7"));
  const more = example("Sample 7", { yen: 1, label: "Tokyo" });
  expect(chooseExample([before, more], before)).toBe(more);
  const two = [example("Ab"), example("Aa")];
  expect(chooseExample(two, undefined)).toEqual(chooseExample(two.toReversed(), undefined));
});
