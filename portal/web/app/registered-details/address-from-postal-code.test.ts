import { expect, test } from "vitest";
import { fillFrom, placeIn, placeLabel } from "./address-from-postal-code.ts";

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

test("names a place in the order of the language and leaves out what it lacks", () => {
  expect(placeLabel("ja", place, () => "東京都")).toBe("東京都 千代田区 丸の内");
  const roman = placeIn("en", { ...place, roman: { addrCity: "Chiyoda-ku", town: "Marunouchi" } });
  expect(placeLabel("en", roman, () => "Tokyo")).toBe("Marunouchi, Chiyoda-ku, Tokyo");
  expect(placeLabel("en", { ...roman, town: "" }, () => "Tokyo")).toBe("Chiyoda-ku, Tokyo");
});

test("is romanised for English alone, and where the table knows it", () => {
  const roman = { addrCity: "Chiyoda-ku", town: "Marunouchi" };
  expect(placeIn("ja", { ...place, roman })).toEqual(place);
  expect(placeIn("en", { ...place, roman })).toEqual({ addrState: "13", ...roman });
  expect(placeIn("en", { ...place, roman: null })).toEqual(place);
});
