import { join } from "node:path";
import { webApp } from "@sekimori/kit-web/build/vite-preset";
import { defineConfig } from "vite";

const root = import.meta.dirname;
export default defineConfig(
  webApp({ root, endpoints: join(root, "../contract/endpoints"), api: "" }),
);
