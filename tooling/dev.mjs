// `npm run dev`: the product with reloading. The web app and the page of all primitives come from
// Vite, which hands API calls on; the server restarts when its code changes.
import { spawn } from "node:child_process";
import { installIfNeeded, root, runtime, withRuntime } from "./install.mjs";

installIfNeeded();

const origin = "http://localhost:3000";
const api = "http://localhost:3010";

const children = [
  {
    command: runtime(),
    args: [
      "--watch",
      "cli/main.ts",
      "start",
      "--api-only",
      "--portal-port=3010",
      `--portal-origin=${origin}`,
    ],
    cwd: root,
  },
  {
    command: "vite",
    args: ["--port", "3000"],
    cwd: `${root}portal/web`,
    env: { PORTAL_ORIGIN: api },
  },
  { command: "vite", args: ["--port", "3003"], cwd: `${root}kit/web` },
].map(({ command, args, cwd, env }) =>
  spawn(command, args, { cwd, stdio: "inherit", env: withRuntime(env) }),
);

console.log(`
  Portal       ${origin}
  Primitives   http://localhost:3003/showcase/index.html
`);

// One that ends takes the others along: half of it running would only confuse.
for (const child of children) {
  child.once("exit", () => {
    for (const other of children) other.kill("SIGTERM");
  });
}
// Ctrl-C reaches the children by itself; other ends are handed on.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {
  for (const child of children) child.kill("SIGTERM");
});
