import {
  type Environment,
  type Misspelled,
  misspelledNames,
  SettingsError,
  variableName,
} from "@sekimori/kit-server/settings";
import { consoleProcessSchema, integrationProcessSchema } from "./console-settings.ts";
import { karteProcessSchema } from "./karte-settings.ts";
import { processSettingsSchema } from "./settings.ts";

const prefix = "SEKIMORI_";

/** Names with our prefix that tests, measurements and the laboratory read, and no process. */
export const toolVariables: readonly string[] = [
  "SEKIMORI_BILLING",
  "SEKIMORI_BILLING_HISTORIES",
  "SEKIMORI_CLIENTS",
  "SEKIMORI_EXAMPLES",
  "SEKIMORI_FAULTS",
  "SEKIMORI_LAB_CACHE",
  "SEKIMORI_LAB_OUTSIDE",
  "SEKIMORI_LAB_VERSIONS",
  "SEKIMORI_NO_NETWORK",
  "SEKIMORI_SEED",
  "SEKIMORI_SOAK_MINUTES",
  "SEKIMORI_TOKEN",
];

/** Every variable that a process reads: the portal's, karte's, the consoles' and those of several. */
export const knownVariables: ReadonlySet<string> = new Set(
  [
    processSettingsSchema,
    karteProcessSchema,
    consoleProcessSchema,
    integrationProcessSchema,
  ].flatMap(({ shape }) => Object.keys(shape).map(variableName)),
);

const spelled = new Set([...knownVariables, ...toolVariables]);
const meaning = ({ meant }: Misspelled) => (meant === undefined ? "" : ` Did you mean ${meant}?`);

/**
 * Refuses variables with our prefix that nothing reads: what they were meant to set is not set.
 *
 * @throws SettingsError naming each, with the setting that it resembles
 */
export function refuseUnknownVariables(environment: Environment): void {
  const unknown = misspelledNames(environment, spelled, prefix).filter(({ name }) =>
    name.startsWith(prefix),
  );
  if (unknown.length === 0) return;
  throw new SettingsError(unknown.map((one) => `${one.name} is no setting.${meaning(one)}`));
}

/** Sentences about variables of other names that are one or two letters away from a setting. */
export function nearMisses(environment: Environment): string[] {
  return misspelledNames(environment, spelled, prefix)
    .filter(({ name }) => !name.startsWith(prefix))
    .map((one) => `${one.name} is no setting, and nothing reads it.${meaning(one)}`);
}
