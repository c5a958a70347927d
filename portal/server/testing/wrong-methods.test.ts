import { askWrongly } from "@sekimori/kit-development/testing/wrong-methods";
import { expect, test } from "vitest";
import { startTestPortal } from "./test-portal.ts";

test("each address says which methods it takes to every other one", async () => {
  const portal = await startTestPortal();
  try {
    const asked = await askWrongly(portal.app);
    expect(asked.length).toBeGreaterThan(200);
    const wrong = asked.filter(
      ({ status, type, isAllowRight, message }) =>
        status !== 405 ||
        !["MethodNotAllowed", "invalid_request"].includes(type) ||
        !isAllowRight ||
        !/^This address takes .+, not [A-Z]+\.$/.test(message),
    );
    expect(wrong).toEqual([]);
  } finally {
    await portal.close();
  }
});
