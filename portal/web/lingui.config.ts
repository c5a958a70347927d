import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";

/** Parts of the app that only some pages load. */
const parts = ["private", "new-password", "scopes", "step-up"];

/**
 * One catalogue for each part that is loaded on its own: the shell every page needs, the frame
 * around signed-in pages, and each feature. English is the text in the code.
 */
export default defineConfig({
  rootDir: import.meta.dirname,
  sourceLocale: "en",
  locales: ["en", "ja"],
  catalogs: [
    {
      path: "<rootDir>/app/locales/{locale}",
      include: ["<rootDir>/app"],
      exclude: [...parts.map((part) => `<rootDir>/app/${part}/**`), "**/*.test.ts"],
    },
    ...parts.map((part) => ({
      path: `<rootDir>/app/${part}/locales/{locale}`,
      include: [`<rootDir>/app/${part}`],
      exclude: ["**/*.test.ts"],
    })),
    {
      path: "<rootDir>/features/{name}/locales/{locale}",
      include: ["<rootDir>/features/{name}"],
      exclude: ["**/*.test.ts"],
    },
  ],
  format: formatter({ origins: false, explicitIdAsDefault: false }),
  orderBy: "message",
});
