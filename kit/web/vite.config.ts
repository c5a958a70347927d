import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The showcase: every primitive in all its states. The apps have their own configuration. */
export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  plugins: [react(), tailwindcss()],
  build: {
    outDir: "dist/showcase",
    emptyOutDir: true,
    rolldownOptions: { input: "showcase/index.html" },
  },
});
