import { writeFileSync } from "node:fs";
import { scanEventJsonSchema } from "./scan-events.ts";

/* Rewrites the generated JSON Schema: node diagnosis/schema/write-schema.ts */

const target = new URL("./generated/scan-event.schema.json", import.meta.url);
writeFileSync(target, `${JSON.stringify(scanEventJsonSchema(), null, 2)}\n`);
