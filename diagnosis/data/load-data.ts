import type { z } from "zod";
import {
  distributionsFile,
  librariesFile,
  portsFile,
  releasesFile,
  suffixesFile,
  takeoversFile,
  trackerFile,
  vulnerabilitiesFile,
} from "./data-format.ts";
import type { DataSetInfo, DataSets } from "./data-sets.ts";
import distributions from "./distributions.json" with { type: "json" };
import libraries from "./generated/libraries.json" with { type: "json" };
import ports from "./ports.json" with { type: "json" };
import releases from "./releases.json" with { type: "json" };
import suffixes from "./suffixes.json" with { type: "json" };
import takeovers from "./takeovers.json" with { type: "json" };
import vulnerabilities from "./vulnerabilities.json" with { type: "json" };

/** Parsed JSON files that replace built-in sets, by the set's key. */
export type DataImports = Readonly<Partial<Record<Exclude<keyof DataSets, "info">, unknown>>>;

/**
 * The data sets the checks judge by: the built-in ones, or what an operator imports instead.
 * Throws z.ZodError for an import that does not follow the format.
 */
export function loadData(imports: DataImports = {}): DataSets {
  const sets = {
    ports: portsFile.parse(imports.ports ?? ports),
    releases: releasesFile.parse(imports.releases ?? releases),
    vulnerabilities: vulnerabilitiesFile.parse(imports.vulnerabilities ?? vulnerabilities),
    libraries: librariesFile.parse(imports.libraries ?? libraries),
    takeovers: takeoversFile.parse(imports.takeovers ?? takeovers),
    suffixes: suffixesFile.parse(imports.suffixes ?? suffixes),
    distributions: distributionsFile.parse(imports.distributions ?? distributions),
    ...(imports.tracker === undefined ? {} : { tracker: trackerFile.parse(imports.tracker) }),
  };
  const infoOf = ({
    name,
    date,
    source,
  }: z.infer<typeof portsFile> | DataSetInfo): DataSetInfo => ({
    name,
    date,
    source,
  });
  return {
    info: Object.values(sets).map(infoOf),
    ports: sets.ports.entries,
    releases: sets.releases.entries,
    vulnerabilities: sets.vulnerabilities.entries,
    libraries: sets.libraries.entries,
    takeovers: sets.takeovers.entries,
    suffixes: sets.suffixes.entries,
    distributions: sets.distributions.entries,
    tracker: sets.tracker?.entries ?? [],
  };
}
