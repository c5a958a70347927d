import { describe, expect, it } from "vitest";
import type { Fact, Finding, State } from "../engine/finding.ts";
import { finding } from "./testing/sample-finding.ts";
import { cipherPoints, keyExchangePoints, tlsBase } from "./tls-base.ts";

const fact = (name: string, value: Fact["value"]): Fact => ({ name, value });
const protocol = (name: string, offered: Fact["value"] = true) => fact(`protocol:${name}`, offered);
const seen = (state: State, ...evidence: readonly Fact[]): Finding =>
  finding({ category: "tls", state, severity: state === "fail" ? "medium" : null, evidence });

describe("the points of a strength", () => {
  it.each([
    [0, 0],
    [1, 20],
    [511, 20],
    [512, 40],
    [1023, 40],
    [1024, 80],
    [2047, 80],
    [2048, 90],
    [4095, 90],
    [4096, 100],
  ])("a key exchange of %i bits has %i", (bits, points) => {
    expect(keyExchangePoints(bits)).toBe(points);
  });

  it.each([
    [0, 0],
    [1, 20],
    [127, 20],
    [128, 80],
    [255, 80],
    [256, 100],
  ])("a cipher of %i bits has %i", (bits, points) => {
    expect(cipherPoints(bits)).toBe(points);
  });
});

describe("the base of TLS", () => {
  const modern = seen("pass", protocol("tls1.3"));

  // SSL Labs: the mean of the best and the worst version that the server accepts.
  it.each([
    ["ssl2", 50],
    ["ssl3", 90],
    ["tls1.0", 95],
    ["tls1.1", 97.5],
  ])("%s beside TLS 1.3 leaves %d points for protocols", (name, points) => {
    expect(tlsBase([modern, seen("fail", protocol(name))])).toEqual([
      { part: "protocol", weight: 0.3, points },
    ]);
  });

  it("counts the worst of several old versions, and the best whoever saw it", () => {
    const old = seen("warn", protocol("tls1.0"), protocol("ssl3"));
    expect(tlsBase([old])).toEqual([{ part: "protocol", weight: 0.3, points: 85 }]);
    expect(tlsBase([old, seen("info", protocol("tls1.2"))])).toEqual([
      { part: "protocol", weight: 0.3, points: 90 },
    ]);
  });

  it.each([
    ["a version that is refused", [seen("fail", protocol("ssl3", false))]],
    ["a version that is told in words", [seen("fail", protocol("ssl3", "yes"))]],
    ["a version of which nobody knows the points", [seen("fail", protocol("tls0.9"))]],
    ["a version to which nothing objects", [seen("pass", protocol("ssl3"))]],
    ["an old version that was not decided", [seen("inconclusive", protocol("ssl3"))]],
    [
      "a modern version of a check that fails for another reason",
      [seen("fail", protocol("tls1.2"))],
    ],
    ["bits to which nothing objects", [seen("pass", fact("cipher.weakestBits", 40))]],
    ["bits that are no number", [seen("fail", fact("cipher.weakestBits", "40"))]],
    ["facts of other names", [seen("fail", fact("bits", 40), fact("", 40), fact("cipher.", 40))]],
    ["nothing", []],
  ])("%s costs nothing", (_case, findings) => {
    expect(tlsBase(findings)).toEqual([]);
  });

  it("takes the weakest key exchange that a check objects to, with the strongest that was seen", () => {
    const weak = seen("fail", fact("keyExchange.weakestBits", 1024));
    const weaker = seen("warn", fact("keyExchange.weakestBits", 512));
    const strong = seen("pass", fact("keyExchange.strongestBits", 4096));
    expect(tlsBase([strong, weak, weaker])).toEqual([
      { part: "key-exchange", weight: 0.3, points: 70 },
    ]);
    // The strongest is not known: it is at least as strong as the weakest.
    expect(tlsBase([weak])).toEqual([{ part: "key-exchange", weight: 0.3, points: 80 }]);
  });

  it("takes ciphers likewise, and a cipher's bits for no key exchange's", () => {
    const weak = seen("fail", fact("cipher.weakestBits", 112));
    const strong = seen("pass", fact("cipher.strongestBits", 256));
    expect(tlsBase([strong, weak])).toEqual([{ part: "cipher", weight: 0.4, points: 60 }]);
  });

  it("names its parts in one order", () => {
    const weak = seen(
      "fail",
      fact("cipher.weakestBits", 0),
      fact("keyExchange.weakestBits", 0),
      protocol("ssl2"),
    );
    expect(tlsBase([weak])).toEqual([
      { part: "protocol", weight: 0.3, points: 0 },
      { part: "key-exchange", weight: 0.3, points: 0 },
      { part: "cipher", weight: 0.4, points: 0 },
    ]);
  });
});
