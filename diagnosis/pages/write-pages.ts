import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { allChecks } from "../checks/registry.ts";
import { checkPage } from "./check-page.ts";

/* Rewrites the page of every check: node diagnosis/pages/write-pages.ts */

const folder = new URL("./generated/", import.meta.url);
mkdirSync(folder, { recursive: true });
for (const name of readdirSync(folder)) rmSync(new URL(name, folder));
for (const check of allChecks) writeFileSync(new URL(`${check.id}.md`, folder), checkPage(check));
