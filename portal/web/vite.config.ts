import { join } from "node:path";
import { lingui, linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import babel from "@rolldown/plugin-babel";
import { endpointPlugin } from "@sekimori/kit-web/client/endpoint-plugin";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compression } from "vite-plugin-compression2";

const endpointFolder = join(import.meta.dirname, "../contract/endpoints");
const configPath = join(import.meta.dirname, "lingui.config.ts");

/**
 * What every page is made of, in one file: many small ones compress worse, and `/login` would fetch
 * two dozen of them. The entry itself stays apart, so that the manifest still names it.
 */
const shellParts = [
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@lingui)\//,
  /portal\/web\/app\/(routing|sentences|session|shell)\//,
  /portal\/web\/app\/(captcha\/captcha-token|catalogues|client|early-profile|language|site|toasts|with-sentences)\.ts$/,
  /portal\/contract\/(constants|page-routes|endpoints\/[a-z-]+)\.ts$/,
  /kit\/web\/(client|language|toast-queue)\//,
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

/** What nearly every page that asks the server needs beyond it; a browser asks for six files at once. */
const queryParts = new RegExp(
  [
    "node_modules/@tanstack/",
    "portal/web/app/(query-client|profile-query)\\.ts$",
    "kit/web/primitives/skeleton\\.tsx$",
  ].join("|"),
);

const isShell = (file: string) =>
  !file.endsWith("form-dialog.tsx") && shellParts.some((part) => part.test(file));

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    lingui({ configPath, failOnMissing: true, failOnCompileError: true }),
    babel({ presets: [linguiTransformerBabelPreset({}, { configPath })] }),
    tailwindcss(),
    endpointPlugin({ isEndpointModule: (file) => file.startsWith(`${endpointFolder}/`) }),
    // The server sends these as they are: the best compression, paid for once.
    compression({
      include: /\.(js|css|svg|json)$/,
      algorithms: ["brotliCompress", "gzip"],
      threshold: 512,
      skipIfLargerOrEqual: true,
    }),
  ],
  server: {
    strictPort: true,
    proxy: {
      "/v1": { target: process.env.PORTAL_ORIGIN ?? "http://localhost:3000", changeOrigin: false },
    },
  },
  build: {
    target: "baseline-widely-available",
    // Data URLs would need a wider content security policy.
    assetsInlineLimit: 0,
    // Bench reads which files a page loads from here.
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "shell", test: isShell },
            { name: "queries", test: queryParts },
          ],
        },
      },
    },
    reportCompressedSize: false,
  },
});
