import { specialAddressReason } from "@sekimori/diagnosis/special-ranges";
import { specialKind } from "@sekimori/kit-server/special-addresses";
import { expect, test } from "vitest";

/** The first and the last address of every sixteenth of the address space, and known edges. */
const addresses = [
  ...Array.from({ length: 256 }, (_, first) => [`${first}.0.0.1`, `${first}.255.255.254`]).flat(),
  ...[64, 127, 128].map((second) => `100.${second}.0.1`),
  ...[15, 16, 31, 32].map((second) => `172.${second}.0.1`),
  ...[17, 18, 19, 20].map((second) => `198.${second}.0.1`),
  ...["192.0.0.8", "192.0.2.1", "192.31.196.1", "192.52.193.1", "192.88.99.1", "192.168.0.1"],
  ...["192.175.48.1", "198.51.100.1", "203.0.113.1", "168.63.129.16", "169.254.169.254"],
  ...Array.from({ length: 256 }, (_, first) => `${((first << 8) | 1).toString(16)}::1`),
  ...["::", "::1", "::7f00:1", "::ffff:8.8.8.8", "64:ff9b::808:808", "64:ff9b:1::1", "100::1"],
  ...["100:0:0:1::1", "2001::1", "2001:2::1", "2001:20::1", "2001:db8::1", "2001:4860::1"],
  ...["2002:808:808::1", "2606:4700::1111", "3fff::1", "5f00::1", "fc00::1", "fe80::1", "ff02::1"],
];

test("the outbound guard and the diagnosis engine agree on what is special", () => {
  const apart = addresses.filter(
    (address) => (specialKind(address) === undefined) !== (specialAddressReason(address) === null),
  );
  expect(apart).toEqual([]);
  expect(addresses.filter((address) => specialKind(address) === undefined).length).toBeGreaterThan(
    400,
  );
});
