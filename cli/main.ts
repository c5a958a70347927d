import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// What one start has compiled the next need not compile again. A folder that cannot be written is
// no failure: the start is slower then. Everything else is loaded after this, so that it counts.
enableCompileCache(fileURLToPath(new URL("../.cache/compile", import.meta.url)));

const { run } = await import("./program.ts");
const { developmentCommands } = await import("./commands/development-commands.ts");
await run(developmentCommands);
