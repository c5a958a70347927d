import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { assetPath } from "../installation/installation.ts";

/** A folder of numbered SQL files that make one schema. */
export interface Migration {
  readonly schema: string;
  readonly folder: string;
  /** Its functions look beyond the rows of one owner, so that the schema's owner needs BYPASSRLS. */
  readonly ownerBypassesRowSecurity?: boolean;
}

/**
 * How a file is applied: as one transaction; as one statement that is repeated, a transaction each
 * time, until it changes nothing; or as one statement outside of any transaction.
 */
export type Way = "at once" | "in portions" | "concurrently";

/** A file of a migration, with what its head says. */
export interface MigrationFile {
  readonly schema: string;
  /** "NNN-title.sql". */
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
  /** What the file was when it had been released and could not be run everywhere. */
  readonly mendedFrom: readonly string[];
  readonly way: Way;
  /** The release since which nothing uses what it takes away; undefined where it only adds. */
  readonly unusedSince: string | undefined;
  /** The comment at its head, in one line. */
  readonly about: string;
}

/** In the head of a released file that was mended: what databases that have it keep of it. */
const mended = /^-- Mended, was sha256:([0-9a-f]{64}): /gm;
const head = /^(?:--[^\n]*\n)+/;
const contract = /^-- Contract: unused since (\d+\.\d+\.\d+)\.$/m;
const inPortions = /^-- In portions\.$/m;
const concurrently = /^-- Concurrently\.$/m;
/** Lines of the head that are for the program and not for people. */
const spoken = /^(Contract:|Wider:|Mended,|In portions\.$|Concurrently\.$)/;

export const kitMigration: Migration = { schema: "kit", folder: assetPath("migrations/kit") };

/** The release since which nothing uses what a file takes away, as it says; undefined where it says none. */
export const unusedSince = (sql: string): string | undefined => contract.exec(sql)?.[1];

/** How a file is to be applied, as its head says. */
export function wayOf(sql: string): Way {
  if (inPortions.test(sql)) return "in portions";
  return concurrently.test(sql) ? "concurrently" : "at once";
}

function aboutOf(sql: string): string {
  const [comment = ""] = head.exec(sql) ?? [];
  const lines = comment.split("\n").map((line) => line.replace(/^-- ?/, "").trim());
  return lines
    .filter((line) => !spoken.test(line))
    .join(" ")
    .trim();
}

/**
 * The files of a folder, in their order.
 *
 * @throws Error when a name or a number is wrong
 */
export async function readMigration({ schema, folder }: Migration): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  const files: MigrationFile[] = [];
  for (const [index, name] of names.entries()) {
    const number = /^(\d{3})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
    if (number === undefined || Number(number) !== index + 1) {
      throw new Error(
        `${name}: migrations are named NNN-title.sql and numbered from 001 without gaps.`,
      );
    }
    const sql = await readFile(join(folder, name), "utf8");
    files.push({
      schema,
      name,
      sql,
      checksum: createHash("sha256").update(sql).digest("hex"),
      mendedFrom: [...sql.matchAll(mended)].map(([, checksum = ""]) => checksum),
      way: wayOf(sql),
      unusedSince: unusedSince(sql),
      about: aboutOf(sql),
    });
  }
  return files;
}

/** As people read it. */
export const fullName = ({ schema, name }: Pick<MigrationFile, "schema" | "name">): string =>
  `${schema}/${name}`;

/** Whether a release came before another; each as "1.2.3". */
export function isBefore(one: string, other: string): boolean {
  const [a, b] = [one, other].map((version) => version.split(".").map(Number));
  const at = a?.findIndex((number, index) => number !== b?.[index]) ?? -1;
  return at >= 0 && (a?.[at] ?? 0) < (b?.[at] ?? 0);
}
