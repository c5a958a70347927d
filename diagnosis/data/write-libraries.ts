import { writeFileSync } from "node:fs";
import { importLibraries } from "./import-libraries.ts";

/* Rewrites the built-in library signatures: node diagnosis/data/write-libraries.ts [date] */

const date = process.argv[2] ?? new Date().toISOString().slice(0, 10);
const target = new URL("./generated/libraries.json", import.meta.url);
writeFileSync(target, `${JSON.stringify(importLibraries(date), null, 1)}\n`);
