import { defineConfig } from "vitest/config";

/** `npm run release:test`: what is released, tried as a stranger would. Not a part of `npm test`. */
export default defineConfig({
  test: {
    name: "release",
    include: ["e2e/release/**/*.test.ts"],
    globalSetup: ["e2e/release/global-setup.ts"],
    fileParallelism: false,
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 300_000,
    hookTimeout: 600_000,
  },
});
