import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { shapeOf, variableName } from "@sekimori/kit-server/settings";
import type { z } from "zod";
import {
  consoleProcessSchema,
  integrationProcessSchema,
} from "../cli/processes/console-settings.ts";
import { karteProcessSchema } from "../cli/processes/karte-settings.ts";
import { processSettingsSchema } from "../cli/processes/settings.ts";

// `npm run settings` writes docs/operate/settings.md from the declarations of the settings: what each is
// comes from the comment above it, whether it must be set and its default from the declaration.

const root = fileURLToPath(new URL("..", import.meta.url));
const page = `${root}docs/operate/settings.md`;

/** Where settings are declared; of a key that stands in several, the first comment counts. */
const declarations = [
  "portal/server/settings.ts",
  "karte/server/settings.ts",
  "console/server/settings.ts",
  "cli/processes/settings.ts",
  "cli/processes/karte-settings.ts",
  "cli/processes/console-settings.ts",
  "cli/processes/payment-settings.ts",
];

/** What the comments above the settings say, by key. */
function comments(): ReadonlyMap<string, string> {
  const said = new Map<string, string>();
  for (const file of declarations) {
    const text = readFileSync(`${root}${file}`, "utf8");
    for (const [, comment = "", key = ""] of text.matchAll(
      /^ *\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n *(\w+):/gm,
    )) {
      if (!said.has(key)) said.set(key, comment.replaceAll(/\s*\n\s*\* ?/g, " ").trim());
    }
  }
  return said;
}

/** Settings that have no comment. */
export function unexplained(): string[] {
  const said = comments();
  const keys = [
    processSettingsSchema,
    karteProcessSchema,
    consoleProcessSchema,
    integrationProcessSchema,
  ].flatMap(({ shape }) => Object.keys(shape));
  return [...new Set(keys)].filter((key) => !said.has(key));
}

function rows(shape: Readonly<Record<string, z.ZodType>>): string[] {
  const said = comments();
  return Object.entries(shape).map(([key, declared]) => {
    const { isSecret, isRequired, isSample, byDefault } = shapeOf(declared);
    const unless = isRequired
      ? "**must be set**"
      : isSample
        ? `**must be set** in production; else \`${byDefault}\``
        : byDefault === undefined
          ? ""
          : `\`${byDefault}\``;
    const secret = isSecret ? " Secret." : "";
    return `| \`${variableName(key)}\` | ${unless} | ${said.get(key) ?? ""}${secret} |`;
  });
}

const table = (shape: Readonly<Record<string, z.ZodType>>) =>
  ["| Setting | Unless set | What it is |", "|---|---|---|", ...rows(shape)].join("\n");

/** The page, as it should be. */
export function settingsReference(): string {
  return `<!-- Generated from the declarations by “npm run settings”. Do not edit. -->

# Settings

Each setting is given in one of three ways: by the variable \`NAME\`, by a file that \`NAME_FILE\` names (Docker, Kubernetes), or by the file \`NAME\` in \`$CREDENTIALS_DIRECTORY\` (systemd's \`LoadCredential\`). Two of them at once, or a file that is missing or empty, are refused. The last line end of a file does not count. An empty variable is not set. A variable that begins with \`SEKIMORI_\` and that nothing reads is refused; of others that are a slip away from a setting, \`sekimori doctor\` and the log say so.

What production and staging refuse beyond this table stands in [operations.md](operations.md).

## Portal and worker

${table(processSettingsSchema.shape)}

## Karte

${table(karteProcessSchema.shape)}

## Console

Beside all that portal and worker are told:

${table(consoleProcessSchema.shape)}

## Integrator's console

Beside all that portal and worker are told:

${table(integrationProcessSchema.shape)}
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(page, settingsReference());
