import { join } from "node:path";
import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";

interface LinguiPreset {
  /** The app's folder, the one that holds `app` and `features`. */
  readonly root: string;
  /** Folders of `app` that only some pages load. */
  readonly parts?: readonly string[];
}

const kit = join(import.meta.dirname, "..");
const tests = ["**/*.test.ts", "**/*.e2e.ts"];

/**
 * How an app's sentences are collected: one catalogue for each part that is loaded on its own, which
 * are the kit, the shell that every page needs, further parts of the app, and each feature. English
 * is the text in the code. The app's `lingui.config.ts` is this and nothing more.
 */
export function linguiConfig({ root, parts = [] }: LinguiPreset): ReturnType<typeof defineConfig> {
  return defineConfig({
    rootDir: root,
    sourceLocale: "en",
    locales: ["en", "ja"],
    catalogs: [
      {
        path: join(kit, "locales/{locale}"),
        include: ["errors", "frame", "sentences", "shell"].map((folder) => join(kit, folder)),
        exclude: tests,
      },
      {
        path: "<rootDir>/app/locales/{locale}",
        include: ["<rootDir>/app"],
        exclude: [...parts.map((part) => `<rootDir>/app/${part}/**`), ...tests],
      },
      ...parts.map((part) => ({
        path: `<rootDir>/app/${part}/locales/{locale}`,
        include: [`<rootDir>/app/${part}`],
        exclude: tests,
      })),
      {
        path: "<rootDir>/features/{name}/locales/{locale}",
        include: ["<rootDir>/features/{name}"],
        exclude: tests,
      },
    ],
    format: formatter({ origins: false, explicitIdAsDefault: false }),
    orderBy: "message",
  });
}
