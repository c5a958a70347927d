import { describe, expect, test } from "vitest";
import { networksOf } from "./network-of.ts";

const namesOf = (address: string) => networksOf(address).map(({ name }) => name);

describe("what an address counts as", () => {
  test.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["::FFFF:192.0.2.7", "192.0.2.7"],
    ["::ffff:198.151.100.107", "198.151.100.107"],
    // What is no address of ours counts as it is, apart from all others.
    ["unknown", "unknown"],
    ["x::ffff:192.0.2.7", "x::ffff:192.0.2.7"],
    ["::ffff:192.0.2.7x", "::ffff:192.0.2.7x"],
  ])("%s: %s, with one share", (address, name) => {
    expect(networksOf(address)).toEqual([{ name, share: 1 }]);
  });

  test.each([
    [
      "2001:db8:0:1ab:aaaa:bbbb:cccc:dddd",
      ["2001:db8:0:1ab::/64", "2001:db8:0:100::/56", "2001:db8:0:0::/48"],
    ],
    ["2001:DB8::1", ["2001:db8:0:0::/64", "2001:db8:0:0::/56", "2001:db8:0:0::/48"]],
    ["fe80::1%eth0", ["fe80:0:0:0::/64", "fe80:0:0:0::/56", "fe80:0:0:0::/48"]],
    ["::1", ["0:0:0:0::/64", "0:0:0:0::/56", "0:0:0:0::/48"]],
    // "::" stands for as many groups as are missing, wherever it stands.
    ["1::4:5:6:7:8", ["1:0:0:4::/64", "1:0:0:0::/56", "1:0:0:0::/48"]],
    ["::3:4:5:6:7:8", ["0:0:3:4::/64", "0:0:3:0::/56", "0:0:3:0::/48"]],
    ["1:2:3:4::", ["1:2:3:4::/64", "1:2:3:0::/56", "1:2:3:0::/48"]],
    ["1:2:3:4:5:6:7::", ["1:2:3:4::/64", "1:2:3:0::/56", "1:2:3:0::/48"]],
    ["64:ff9b::192.0.2.7", ["64:ff9b:0:0::/64", "64:ff9b:0:0::/56", "64:ff9b:0:0::/48"]],
  ])("%s: %s", (address, networks) => {
    expect(namesOf(address)).toEqual(networks);
  });

  test("a wider network has more shares of a limit", () => {
    expect(networksOf("2001:db8::1").map(({ share }) => share)).toEqual([1, 2, 8]);
  });
});
