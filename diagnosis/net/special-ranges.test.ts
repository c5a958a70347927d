import { describe, expect, it } from "vitest";
import { canonicalAddress, specialAddressReason } from "./special-ranges.ts";
import { HOSTILE_ADDRESSES } from "./testing/hostile-tables.ts";

describe("specialAddressReason", () => {
  it.each(HOSTILE_ADDRESSES)("names a reason for %s", (address) => {
    expect(specialAddressReason(address)).not.toBeNull();
  });

  it.each([
    "1.1.1.1",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "192.167.255.255",
    "223.255.255.255",
    "2606:4700:4700::1111",
    "2001:200::1",
    "2a00:1450::1",
  ])("%s is ordinary", (address) => {
    expect(specialAddressReason(address)).toBeNull();
  });

  it.each([
    "127.1",
    "0x7f000001",
    "0177.0.0.1",
    "fe80::1%eth0",
    "1.1.1.1:80",
    "",
    "a.b",
    "1.1.1.256",
  ])("%j is no address at all", (text) => {
    expect(canonicalAddress(text)).toBeNull();
    expect(specialAddressReason(text)).not.toBeNull();
  });
});
