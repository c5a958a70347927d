import { expect, test } from "vitest";
import { startTestPortal } from "../../testing/test-portal.ts";

test.each([
  ["staging", 1],
  ["production", 0],
])("in %s the provider's own pages say so %i times", async (mode, times) => {
  const portal = await startTestPortal({ SEKIMORI_MODE: mode });
  const { text } = await portal.browser().request({
    url: "/v1/idp/oidc/authorize?client_id=nobody",
    headers: { accept: "text/html" },
  });
  expect(text).toContain("<main>");
  expect(text.split('<aside class="staging-notice"')).toHaveLength(1 + times);
  await portal.close();
});
