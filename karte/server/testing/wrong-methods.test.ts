import { askWrongly } from "@sekimori/kit-development/testing/wrong-methods";
import { expect, test } from "vitest";
import { startTestKarte } from "./test-karte.ts";

test("each address says which methods it takes to every other one", async () => {
  const karte = await startTestKarte();
  try {
    const asked = await askWrongly(karte.app);
    expect(asked.length).toBeGreaterThan(200);
    const wrong = asked.filter(
      ({ status, type, isAllowRight, message }) =>
        status !== 405 ||
        type !== "MethodNotAllowed" ||
        !isAllowRight ||
        !/^This address takes .+, not [A-Z]+\.$/.test(message),
    );
    expect(wrong).toEqual([]);
  } finally {
    await karte.close();
  }
});
