import { join } from "node:path";
import { webApp } from "@sekimori/kit-web/build/vite-preset";
import { defineConfig } from "vite";

export default defineConfig(
  webApp({
    root: import.meta.dirname,
    endpoints: join(import.meta.dirname, "../contract/endpoints"),
    api: process.env.KARTE_ORIGIN ?? "http://localhost:3001",
    shell: [
      // Charts, assets, queries and views are for the few pages that show them; header, menu and footer for
      // who comes without the portal's frame.
      /karte\/web\/app\/(?!(charts|assets|findings|query|views)\/|shell\/(own-frame|own-menu|footer|bell|person-menu)\.)/,
      /karte\/contract\/(constants|page-routes|words|rights|endpoints\/[a-z-]+)\.ts$/,
      /kit\/embed\//,
    ],
  }),
);
