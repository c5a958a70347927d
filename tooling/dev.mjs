// `npm run dev`: both applications with reloading. Their pages and the page of all primitives come
// from Vite, which hands calls on; the servers restart when their code changes, the database stays.
import { fork, spawn } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { installIfNeeded, root, runtime, withRuntime } from "./install.mjs";

const { values: options } = parseArgs({
  options: {
    "portal-port": { type: "string", default: "3000" },
    "karte-port": { type: "string", default: "3001" },
    "console-port": { type: "string", default: "3004" },
    "integration-port": { type: "string", default: "3005" },
    "sandbox-port": { type: "string", default: "3002" },
    "primitives-port": { type: "string", default: "3003" },
    data: { type: "string", default: ".data" },
    inspect: { type: "boolean", default: false },
  },
});

installIfNeeded();

const at = (port) => `http://localhost:${port}`;
/** Servers answer behind Vite, ten ports on. */
const behind = (port) => String(Number(port) + 10);
const { "portal-port": portal, "karte-port": karte, "sandbox-port": sandbox } = options;
const staff = options["console-port"];
const integrators = options["integration-port"];

let isEnding = false;
const running = new Set();

function run(command, args, { cwd = root, env = {}, onExit = stop } = {}) {
  const child = spawn(command, args, { cwd, stdio: "inherit", env: withRuntime(env) });
  running.add(child);
  child.once("exit", () => {
    running.delete(child);
    onExit();
  });
  return child;
}

const database = fork(join(root, "cli/development/kept-database.ts"), [options.data], {
  cwd: root,
  execPath: runtime(),
  env: withRuntime(),
});

/** One that ends takes the others along, the database last: half of it running would only confuse. */
function stop() {
  isEnding = true;
  for (const child of running) child.kill("SIGTERM");
  if (running.size > 0) return;
  if (database.exitCode === null && database.signalCode === null) database.kill("SIGTERM");
  else process.exit();
}

// Not by --watch of Node, which also writes to the threads that hash passwords.
const sources = ["kit", "portal", "karte", "console", "diagnosis", "sandbox", "cli"];
const isOfServer = (file) =>
  /\.(ts|sql|json)$/.test(file) && !/node_modules|\/web\/|\.test\./.test(file);

function runServers(databaseUrl) {
  let child;
  let wanted;
  let isRestarting = false;
  // Servers that fail wait for the next change.
  const onExit = () => {
    child = undefined;
    if (isEnding) stop();
    else if (isRestarting) begin();
  };
  const begin = () => {
    isRestarting = false;
    child = run(
      runtime(),
      [
        ...(options.inspect ? ["--inspect"] : []),
        ...["cli/main.ts", "start", "--api-only", `--data=${options.data}`],
        ...[`--sandbox-port=${sandbox}`],
        ...[`--portal-port=${behind(portal)}`, `--portal-origin=${at(portal)}`],
        ...[`--karte-port=${behind(karte)}`, `--karte-origin=${at(karte)}`],
        ...[`--console-port=${behind(staff)}`, `--console-origin=${at(staff)}`],
        ...[`--integration-port=${behind(integrators)}`, `--integration-origin=${at(integrators)}`],
      ],
      { env: { DATABASE_URL: databaseUrl }, onExit },
    );
  };
  const restart = () => {
    if (child === undefined) return begin();
    // However many changes come while it ends.
    isRestarting = true;
    child.kill("SIGTERM");
  };
  for (const folder of sources) {
    watch(join(root, folder), { recursive: true }, (_event, file) => {
      if (isEnding || !file || !isOfServer(`/${folder}/${file}`)) return;
      clearTimeout(wanted);
      // An editor writes in several steps.
      wanted = setTimeout(restart, 100);
    });
  }
  begin();
}

database.once("exit", stop);
database.once("message", ({ databaseUrl }) => {
  runServers(databaseUrl);
  const pages = (folder, port, env) =>
    run("vite", ["--port", port], { cwd: join(root, folder), env });
  pages("portal/web", portal, { PORTAL_ORIGIN: at(behind(portal)) });
  pages("karte/web", karte, { KARTE_ORIGIN: at(behind(karte)) });
  pages("console/web", staff, { CONSOLE_ORIGIN: at(behind(staff)) });
  pages("console/web", integrators, {
    CONSOLE_ORIGIN: at(behind(integrators)),
    CONSOLE_PAGE: "integration.html",
  });
  pages("kit/web", options["primitives-port"]);
  console.log(`
  Portal       ${at(portal)}
  Karte        ${at(karte)}
  Console      ${at(staff)}
  Integration  ${at(integrators)}
  Primitives   ${at(options["primitives-port"])}/showcase/index.html
`);
});

// Ctrl-C reaches the children by itself; other ends are handed on.
process.on("SIGINT", () => {
  isEnding = true;
});
process.on("SIGTERM", stop);
