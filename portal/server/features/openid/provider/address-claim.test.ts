import { expect, test } from "vitest";
import { addressClaim } from "./address-claim.ts";

const information = {
  postalCode: "1000001",
  addrState: "13",
  addrCity: "千代田区",
  addrLine1: "千代田1-1",
  addrLine2: "関守ビル",
};

test.for([
  ["ja", "〒100-0001 東京都千代田区千代田1-1 関守ビル"],
  ["en", "千代田1-1 関守ビル, 千代田区, Tokyo 100-0001, Japan"],
] as const)("an address is formatted as it is written: %s", ([locale, formatted]) => {
  expect(addressClaim(information, locale)).toMatchObject({
    formatted,
    postal_code: "1000001",
    country: "JP",
  });
});
