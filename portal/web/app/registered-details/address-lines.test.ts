import { expect, test } from "vitest";
import { addressLines, memberName, postalCodeText } from "./address-lines.ts";

const information = {
  userType: "1",
  companyName: "株式会社関守",
  corporateNumber: "7000012050002",
  firstName: "花子",
  lastName: "関",
  postalCode: "1000005",
  addrState: "13",
  addrCity: "千代田区",
  addrLine1: "丸の内1-1-1",
  addrLine2: "関ビル 3F",
} as const;

test("writes an address as each language does", () => {
  expect(addressLines(information, "ja")).toEqual([
    "〒100-0005",
    "東京都千代田区丸の内1-1-1",
    "関ビル 3F",
  ]);
  const latin = { ...information, addrCity: "Chiyoda-ku", addrLine1: "1-1-1 Marunouchi" };
  expect(addressLines({ ...latin, addrLine2: "3F" }, "en")).toEqual([
    "3F",
    "1-1-1 Marunouchi, Chiyoda-ku",
    "Tokyo 100-0005",
    "Japan",
  ]);
});

test("leaves an address in Japanese letters in its order for readers of English", () => {
  expect(addressLines({ ...information, addrLine2: "" }, "en")).toEqual([
    "〒100-0005",
    "東京都千代田区丸の内1-1-1",
    "Japan",
  ]);
});

test("writes names and postal codes as each language does", () => {
  expect(memberName(information, "ja")).toBe("関 花子");
  expect(memberName(information, "en")).toBe("関 花子");
  const latin = { ...information, firstName: "Hanako", lastName: "Seki" };
  expect(memberName(latin, "en")).toBe("Hanako Seki");
  expect(postalCodeText("0600000", "en")).toBe("060-0000");
});
