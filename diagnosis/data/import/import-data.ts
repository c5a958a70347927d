import { z } from "zod";
import {
  librariesFile,
  releasesFile,
  suffixesFile,
  trackerFile,
  vulnerabilitiesFile,
} from "../data-format.ts";
import type { SuffixRule } from "../data-sets.ts";
import { readDebian } from "./debian.ts";
import { readEndOfLife } from "./end-of-life.ts";
import { readEpss } from "./epss.ts";
import { readKev } from "./kev.ts";
import { readNvd } from "./nvd.ts";
import { readOsv } from "./osv.ts";
import { readBootstrap, withAddresses } from "./rdap.ts";

/** Whose data can be imported. */
export const PUBLISHERS = ["nvd", "kev", "epss", "osv", "debian", "endoflife", "rdap"] as const;
export type Publisher = (typeof PUBLISHERS)[number];

/** The data sets that an import may change; each is a file of its name. */
export type ImportedSet = "vulnerabilities" | "libraries" | "tracker" | "releases" | "suffixes";

/** What is imported: a publisher's file, in the publisher's own format. */
export interface DataFile {
  readonly publisher: Publisher;
  readonly text: string;
  /** The file's name without its folder and ending: endoflife.date's old format names no product. */
  readonly name: string;
  /** ISO date of the file, for formats that hold none. */
  readonly date: string;
}

/** A set after an import: its name, its contents in our format, and how many entries are new or changed. */
export interface Imported {
  readonly set: ImportedSet;
  readonly file: unknown;
  readonly changed: number;
}

/**
 * Merges a publisher's file into the set it belongs to. `known` is the set as it stands (parsed JSON).
 * Throws z.ZodError, SyntaxError or FormatError for a file of another format; nothing is changed then.
 */
export function importData(data: DataFile, known: (set: ImportedSet) => unknown): Imported {
  return IMPORTERS[data.publisher](data, known);
}

type Importer = (data: DataFile, known: (set: ImportedSet) => unknown) => Imported;

const IMPORTERS: Readonly<Record<Publisher, Importer>> = {
  nvd: ({ text }, known) => {
    const old = vulnerabilitiesFile.parse(known("vulnerabilities"));
    const { date, entries } = readNvd(JSON.parse(text));
    const told = new Set(entries.map(({ id }) => id));
    const before = new Map(old.entries.map((entry) => [entry.id, entry]));
    // What others and we know of an entry outlives its publisher's correction.
    const merged = entries.map((entry) => {
      const { knownExploited, epss, side } = before.get(entry.id) ?? entry;
      return { ...entry, knownExploited, epss, side };
    });
    const rest = old.entries.filter(({ id }) => !told.has(id));
    return set("vulnerabilities", old, {
      publisher: "NVD",
      date,
      entries: [...rest, ...merged],
      changed: merged.length,
    });
  },
  kev: ({ text }, known) => {
    const old = vulnerabilitiesFile.parse(known("vulnerabilities"));
    const { date, ids } = readKev(JSON.parse(text));
    const entries = old.entries.map((entry) => ({ ...entry, knownExploited: ids.has(entry.id) }));
    const changed = entries.filter(
      ({ knownExploited }, at) => knownExploited !== old.entries[at]?.knownExploited,
    );
    return set("vulnerabilities", old, {
      publisher: "CISA KEV",
      date,
      entries,
      changed: changed.length,
    });
  },
  epss: ({ text }, known) => {
    const old = vulnerabilitiesFile.parse(known("vulnerabilities"));
    const { date, scores } = readEpss(text);
    const entries = old.entries.map((entry) => ({
      ...entry,
      epss: scores.get(entry.id) ?? entry.epss,
    }));
    const changed = entries.filter(({ id }) => scores.has(id)).length;
    return set("vulnerabilities", old, { publisher: "FIRST EPSS", date, entries, changed });
  },
  osv: ({ text }, known) => {
    const old = librariesFile.parse(known("libraries"));
    const { date, flaws } = readOsv(text);
    let changed = 0;
    const entries = old.entries.map((signature) => {
      const found = flaws.get(signature.library) ?? [];
      const ids = new Set(found.flatMap((flaw) => flaw.ids));
      const kept = signature.vulnerabilities.filter((flaw) => !flaw.ids.some((id) => ids.has(id)));
      changed += found.length;
      return { ...signature, vulnerabilities: [...kept, ...found] };
    });
    return set("libraries", old, { publisher: "OSV", date, entries, changed });
  },
  debian: ({ text, date }, known) => {
    const none = { name: "Security trackers of distributions", date, source: "", entries: [] };
    const old = trackerFile.parse(known("tracker") ?? { ...none, source: "–" });
    const entries = readDebian(JSON.parse(text));
    const others = old.entries.filter(({ distribution }) => !distribution.startsWith("debian "));
    return set("tracker", old, {
      publisher: "Debian security tracker",
      date,
      entries: [...others, ...entries],
      changed: entries.length,
    });
  },
  endoflife: ({ text, name, date: today }, known) => {
    const old = releasesFile.parse(known("releases"));
    const { date, product, entries } = readEndOfLife(JSON.parse(text), name, today);
    const rest = old.entries.filter((entry) => entry.product !== product);
    const source = `endoflife.date ${product}`;
    return set("releases", old, {
      publisher: source,
      date,
      entries: [...rest, ...entries],
      changed: entries.length,
    });
  },
  rdap: ({ text }, known) => {
    const old = suffixesFile.parse(known("suffixes"));
    const { date, addresses } = readBootstrap(JSON.parse(text));
    const entries = withAddresses(old.entries, addresses);
    const before = placed(old.entries);
    const changed = [...placed(entries)].filter(([suffix, rdap]) => before.get(suffix) !== rdap);
    return set("suffixes", old, { publisher: "IANA RDAP", date, entries, changed: changed.length });
  },
};

const placed = (rules: readonly SuffixRule[]) =>
  new Map(rules.flatMap(({ suffixes, rdap }) => suffixes.map((suffix) => [suffix, rdap])));

const infoFile = z.object({ name: z.string(), date: z.string(), source: z.string() });

interface Reading {
  readonly publisher: string;
  readonly date: string;
  readonly entries: readonly unknown[];
  /** How many of them are new or different. */
  readonly changed: number;
}

/** The set in our format again; its source names every import with its day, and the newest day counts. */
function set(
  name: ImportedSet,
  old: z.infer<typeof infoFile>,
  { publisher, date, entries, changed }: Reading,
): Imported {
  const others = old.source
    .split("; ")
    .filter((one) => !one.startsWith(`${publisher} (`) && one !== "–");
  const file = {
    name: old.name,
    date: date > old.date ? date : old.date,
    source: [...others, `${publisher} (${date})`].join("; "),
    entries,
  };
  return { set: name, file, changed };
}
