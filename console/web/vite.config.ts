import { join } from "node:path";
import { webApp } from "@sekimori/kit-web/build/vite-preset";
import { defineConfig } from "vite";

export default defineConfig(
  webApp({
    root: import.meta.dirname,
    endpoints: join(import.meta.dirname, "../contract/endpoints"),
    api: process.env.CONSOLE_ORIGIN ?? "http://localhost:3004",
    // Two consoles are built of the same files; each has an origin that serves its page.
    documents: ["index.html", "integration.html"],
    shownDocument: process.env.CONSOLE_PAGE,
    shell: [
      // But for the entries: what a chunk of both has, runs on both.
      /console\/web\/app\/(?!(integration-)?entry\.tsx$)/,
      /console\/contract\/(page-routes|rights|endpoints\/[a-z-]+)\.ts$/,
    ],
  }),
);
