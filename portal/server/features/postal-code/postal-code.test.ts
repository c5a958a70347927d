import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

const places = async (code: string) =>
  (await portal.browser().request({ url: `/v1/postal-codes/${code}` })).json();

test("a postal code leads to its place, in Japanese and as an English address has it", async () => {
  expect(await places("1040061")).toEqual({
    places: [
      {
        addrState: "13",
        addrCity: "中央区",
        town: "銀座",
        roman: { addrCity: "Chuo-ku", town: "Ginza" },
      },
    ],
  });
});

test("a code that nobody has leads nowhere", async () => {
  expect(await places("0000000")).toEqual({ places: [] });
});

test("a code may span two prefectures, as that of Mie and Aichi", async () => {
  const spanning = (await places("4980000")) as { places: { addrState: string }[] };
  expect(new Set(spanning.places.map(({ addrState }) => addrState)).size).toBe(2);
});
