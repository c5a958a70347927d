import { expect, test } from "vitest";
import { fillFrom, placeLabel } from "./address-from-postal-code.ts";

const place = { addrState: "13", addrCity: "千代田区", town: "丸の内" };
const empty = { addrState: "", addrCity: "", addrLine1: "" };

test("fills empty fields", () => {
  expect(fillFrom(place, empty, {})).toEqual({
    addrState: "13",
    addrCity: "千代田区",
    addrLine1: "丸の内",
  });
});

test("never overwrites what was typed", () => {
  expect(fillFrom(place, { ...empty, addrCity: "港区" }, {})).toEqual({
    addrState: "13",
    addrLine1: "丸の内",
  });
});

test("replaces what an earlier postal code filled in, but not where it was continued", () => {
  const before = { addrState: "27", addrCity: "大阪市北区", addrLine1: "梅田" };
  expect(fillFrom(place, { ...before, addrLine1: "梅田1-2-3" }, before)).toEqual({
    addrState: "13",
    addrCity: "千代田区",
  });
});

test("clears a town of an earlier code when the new one has none", () => {
  const before = { addrState: "13", addrCity: "千代田区", addrLine1: "丸の内" };
  expect(fillFrom({ ...place, town: "" }, before, before)).toEqual({ addrLine1: "" });
});

test("names a place with its prefecture and leaves out what it lacks", () => {
  expect(placeLabel(place, () => "東京都")).toBe("東京都 千代田区 丸の内");
  expect(placeLabel({ ...place, town: "" }, () => "Tokyo")).toBe("Tokyo 千代田区");
});
