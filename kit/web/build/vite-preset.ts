import { join } from "node:path";
import { lingui, linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import babel from "@rolldown/plugin-babel";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { UserConfig } from "vite";
import { compression } from "vite-plugin-compression2";
import { endpointPlugin } from "../client/endpoint-plugin.ts";

interface WebApp {
  /** The app's folder; `lingui.config.ts` stands in it. */
  readonly root: string;
  /** Where the contract declares its endpoints, of which a browser gets the paths alone. */
  readonly endpoints: string;
  /** The server that answers `/v1` while one develops. */
  readonly api: string;
  /** Files of the app, beside the kit's, that every page is made of. */
  readonly shell?: readonly RegExp[];
  /** Files that nearly every page needs which asks the server. */
  readonly queries?: readonly RegExp[];
}

/** What every page of every app is made of. */
const kitShell = [
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@lingui)\//,
  /kit\/web\/(client|errors|language|routing|sentences|storage|toast-queue)\//,
  /kit\/web\/shell\/(app-root|mount-app|language-switch|page-form|narrow-page|toasts-view|use-arrival)\.tsx?$/,
  /kit\/web\/form\/(field-issue|form-sentences|form-summary)\.tsx?$/,
  /kit\/web\/brand\/(logo|mark)\.tsx$/,
  /kit\/web\/icons\//,
  new RegExp(
    `kit/web/primitives/(${[
      "badge|banner|button|button-class|class-names|control-class|email-field|empty-state|error-summary",
      "field-error|field-shell|icon-button|link|page-header|password-field|spinner|text-field|toast",
    ].join("|")})\\.tsx?$`,
  ),
];

const kitQueries = [
  /node_modules\/@tanstack\//,
  /kit\/web\/client\/query-client\.ts$/,
  /kit\/web\/primitives\/skeleton\.tsx$/,
  /kit\/web\/shell\/query-state\.tsx$/,
];

/**
 * How an app is built: React, sentences that exist in both languages or fail the build, Tailwind,
 * endpoints without their schemas, the best compression paid for once. What every page is made of
 * is one file: many small ones compress worse, and a first page would fetch two dozen of them. The
 * entry itself stays apart, so that the manifest still names it.
 */
export function webApp({ root, endpoints, api, shell = [], queries = [] }: WebApp): UserConfig {
  const configPath = join(root, "lingui.config.ts");
  const isQueries = (file: string) => [...kitQueries, ...queries].some((part) => part.test(file));
  const isShell = (file: string) =>
    !isQueries(file) && [...kitShell, ...shell].some((part) => part.test(file));
  const sentencesOfShell = (locale: string) => new RegExp(`(kit/web|/app)/locales/${locale}\\.po$`);
  return {
    root,
    plugins: [
      react(),
      lingui({ configPath, failOnMissing: true, failOnCompileError: true }),
      babel({ presets: [linguiTransformerBabelPreset({}, { configPath })] }),
      tailwindcss(),
      endpointPlugin({ isEndpointModule: (file) => file.startsWith(`${endpoints}/`) }),
      compression({
        include: /\.(js|css|svg|json)$/,
        algorithms: ["brotliCompress", "gzip"],
        threshold: 512,
        skipIfLargerOrEqual: true,
      }),
    ],
    server: { strictPort: true, proxy: { "/v1": { target: api, changeOrigin: false } } },
    build: {
      target: "baseline-widely-available",
      // Data URLs would need a wider content security policy.
      assetsInlineLimit: 0,
      // Bench reads which files a page loads from here.
      manifest: true,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          // Every page carries the names of all others, and a random character does not compress:
          // one of sixteen takes two thirds of the room of one of sixty-four.
          hashCharacters: "hex",
          codeSplitting: {
            groups: [
              { name: "sentences-ja", test: sentencesOfShell("ja") },
              { name: "sentences-en", test: sentencesOfShell("en") },
              { name: "shell", test: isShell },
              { name: "queries", test: isQueries },
            ],
          },
        },
      },
      reportCompressedSize: false,
    },
  };
}
