import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lingui, linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import babel from "@rolldown/plugin-babel";
import { apiBase } from "@sekimori/kit-contract/api-base";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { PluginOption, UserConfig } from "vite";
import { compression } from "vite-plugin-compression2";
import { endpointPlugin } from "../client/endpoint-plugin.ts";

interface WebApp {
  /** The app's folder; `lingui.config.ts` stands in it. */
  readonly root: string;
  /** Where the contract declares its endpoints, of which a browser gets the paths alone. */
  readonly endpoints: string;
  /** The server that answers calls while one develops. */
  readonly api: string;
  /** Its HTML files, where there are several; index.html alone unless given. */
  readonly documents?: readonly string[];
  /** Which of them pages are while one develops; index.html unless given. */
  readonly shownDocument?: string | undefined;
  /** Files of the app, beside the kit's, that every page is made of, the sign-in page too. */
  readonly shell?: readonly RegExp[];
  /**
   * Files that most pages need, and not the one people meet first. Given, they and the kit's like
   * them are a file apart; otherwise the kit's are part of the shell.
   */
  readonly pages?: readonly RegExp[];
  /** Files that nearly every page needs which asks the server. */
  readonly queries?: readonly RegExp[];
}

/** Libraries bring one for versions of React before 18; ours has its own. */
const useSyncExternalStore = fileURLToPath(
  new URL("./use-sync-external-store.ts", import.meta.url),
);

/** What every page of every app is made of: all of it is needed by the page that people meet first. */
const kitShell = [
  /node_modules\/(react|react-dom|scheduler|@lingui)\//,
  /kit\/web\/build\/use-sync-external-store\.ts$/,
  /kit\/web\/(client|errors|routing|sentences|storage|toast-queue)\//,
  /kit\/web\/language\/(app-language|kit-catalogue|language)\.ts$/,
  /kit\/web\/shell\/(app-root|mount-app|language-switch|page-form|toasts-view|use-arrival)\.tsx?$/,
  /kit\/web\/form\/(field-issue|form-sentences|form-summary)\.tsx?$/,
  /kit\/web\/brand\/(canvas|logo|mark|scenery)\.tsx$/,
  /kit\/web\/icons\/(drawn|first-icons)\.tsx$/,
  new RegExp(
    `kit/web/primitives/(${[
      "banner|button|button-class|class-names|control-class|email-field|error-summary",
      "field-error|field-shell|icon-button|link|page-header|password-field|spinner|state-page",
      "text-field|toast",
    ].join("|")})\\.tsx?$`,
  ),
];

const kitPages = [
  /kit\/web\/client\/save-file\.ts$/,
  /kit\/web\/errors\/refused-link\.tsx$/,
  /kit\/web\/icons\/icons\.tsx$/,
  /kit\/web\/language\/digits\.ts$/,
  /kit\/contract\/person-name\.ts$/,
  /kit\/web\/primitives\/(badge|empty-state)\.tsx$/,
  /kit\/web\/shell\/narrow-page\.tsx$/,
];

const kitQueries = [
  /node_modules\/@tanstack\//,
  /kit\/web\/client\/query-client\.ts$/,
  /kit\/web\/primitives\/skeleton\.tsx$/,
  /kit\/web\/shell\/query-state\.tsx$/,
];

/** Has a development server answer every page with one document, as a server of ours does. */
const showing = (document: string): PluginOption => ({
  name: "shown-document",
  configureServer(server) {
    server.middlewares.use((request, _answer, next) => {
      const isPage = request.headers.accept?.includes("text/html");
      if (isPage && !/^\/(v1|openid)\//.test(request.url ?? "")) request.url = `/${document}`;
      next();
    });
  },
});

/**
 * How an app is built: React, sentences that exist in both languages or fail the build, Tailwind,
 * endpoints without their schemas, the best compression paid for once. What every page is made of
 * is one file: many small ones compress worse, and a first page would fetch two dozen of them. The
 * entry itself stays apart, so that the manifest still names it.
 */
export function webApp({
  root,
  endpoints,
  api,
  documents,
  shownDocument,
  shell = [],
  pages,
  queries = [],
}: WebApp): UserConfig {
  const configPath = join(root, "lingui.config.ts");
  const isQueries = (file: string) => [...kitQueries, ...queries].some((part) => part.test(file));
  const apart = pages ? [...kitPages, ...pages] : [];
  const isPages = (file: string) => apart.some((part) => part.test(file));
  const isShell = (file: string) =>
    !isQueries(file) &&
    !isPages(file) &&
    [...kitShell, ...kitPages, ...shell].some((part) => part.test(file));
  const toServer = { target: api, changeOrigin: false };
  const sentencesOfShell = (locale: string) => new RegExp(`(kit/web|/app)/locales/${locale}\\.po$`);
  return {
    root,
    plugins: [
      react(),
      lingui({ configPath, failOnMissing: true, failOnCompileError: true }),
      babel({ presets: [linguiTransformerBabelPreset({}, { configPath })] }),
      tailwindcss(),
      ...(shownDocument === undefined ? [] : [showing(shownDocument)]),
      endpointPlugin({ isEndpointModule: (file) => file.startsWith(`${endpoints}/`) }),
      compression({
        include: /\.(js|css|svg|json)$/,
        algorithms: ["brotliCompress", "gzip"],
        threshold: 512,
        skipIfLargerOrEqual: true,
      }),
    ],
    resolve: {
      alias: [
        {
          find: /^use-sync-external-store\/shim(\/index\.js)?$/,
          replacement: useSyncExternalStore,
        },
      ],
    },
    // Calls, and the sign-in by an OpenID provider, which the server begins and ends.
    server: { strictPort: true, proxy: { [apiBase]: toServer, "/openid": toServer } },
    build: {
      target: "baseline-widely-available",
      // Data URLs would need a wider content security policy.
      assetsInlineLimit: 0,
      // Bench reads which files a page loads from here.
      manifest: true,
      // Who made what is in it; a release lists them.
      license: { fileName: ".vite/license.json" },
      modulePreload: { polyfill: false },
      rolldownOptions: {
        ...(documents && { input: documents.map((file) => join(root, file)) }),
        output: {
          // Every page carries the names of all others, and a random character does not compress:
          // one of sixteen takes two thirds of the room of one of sixty-four.
          hashCharacters: "hex",
          codeSplitting: {
            groups: [
              { name: "sentences-ja", test: sentencesOfShell("ja") },
              { name: "sentences-en", test: sentencesOfShell("en") },
              { name: "shell", test: isShell },
              { name: "pages", test: isPages },
              { name: "queries", test: isQueries },
            ],
          },
        },
      },
      reportCompressedSize: false,
    },
  };
}
