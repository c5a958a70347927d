// The command of an installation: what production runs, and nothing of development.
import { run } from "./program.ts";

await run();
