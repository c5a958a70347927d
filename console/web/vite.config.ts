import { join } from "node:path";
import { webApp } from "@sekimori/kit-web/build/vite-preset";
import { defineConfig } from "vite";

export default defineConfig(
  webApp({
    root: import.meta.dirname,
    endpoints: join(import.meta.dirname, "../contract/endpoints"),
    api: process.env.CONSOLE_ORIGIN ?? "http://localhost:3004",
    shell: [
      /console\/web\/app\//,
      /console\/contract\/(page-routes|rights|endpoints\/[a-z-]+)\.ts$/,
    ],
  }),
);
