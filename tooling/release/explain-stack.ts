// `node tooling/release/explain-stack.ts MAPS < LOG`: the log, with places in an artefact's code as
// places in the sources. MAPS is the unpacked sekimori-VERSION-linux-x64-maps.tar.xz.
import { existsSync } from "node:fs";
import { text } from "node:stream/consumers";
import { explained } from "./explained.ts";

const [maps = ""] = process.argv.slice(2);
if (!existsSync(maps)) {
  console.error("Give the folder of the unpacked maps, and the log on standard input.");
  process.exit(2);
}
process.stdout.write(explained(maps, await text(process.stdin)));
