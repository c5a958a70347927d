import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The directives of a unit in their order, those of its drop-ins behind them. */
export interface Unit {
  readonly name: string;
  /** Every value of a directive, with what `%d` and `%C` stand for. */
  all(directive: string): readonly string[];
  /** The last value of a directive. */
  one(directive: string): string;
}

const directivesOf = (text: string) =>
  [...text.matchAll(/^([A-Za-z]+)=(.*)$/gm)].map(([, name = "", value = ""]) => ({ name, value }));

/** Reads a unit that lies in a machine's files, with the drop-ins for all of Sekimori's. */
export function readUnit(machine: string, name: string): Unit {
  const folder = join(machine, "usr/lib/systemd/system");
  const dropIns = join(folder, "sekimori-.service.d");
  const texts = [
    join(folder, `${name}.service`),
    ...readdirSync(dropIns).map((file) => join(dropIns, file)),
  ].map((file) => readFileSync(file, "utf8"));
  const directives = texts.flatMap(directivesOf);
  const all = (directive: string) =>
    directives
      .filter((one) => one.name === directive)
      .map(({ value }) =>
        value.replaceAll("%d", `/run/credentials/${name}.service`).replaceAll("%C", "/var/cache"),
      );
  return { name, all, one: (directive) => all(directive).at(-1) ?? "" };
}

const nameAndValue = (line: string) => {
  const [, name = "", value = ""] = /^([^=]+)=(.*)$/s.exec(line) ?? [];
  return [name, value.replace(/^"(.*)"$/, "$1")] as const;
};

/** What systemd reads from an EnvironmentFile= of these lines: one setting each, quotes or none. */
const settingsIn = (text: string) =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "" && !/^[#;]/.test(line))
    .map(nameAndValue);

/** The environment that a unit's process begins with, from the unit and the files that it names. */
export function environmentOf(machine: string, unit: Unit): Readonly<Record<string, string>> {
  const given = unit.all("Environment").flatMap((line) => line.split(" ").map(nameAndValue));
  const files = unit.all("EnvironmentFile").flatMap((path) => {
    try {
      return settingsIn(readFileSync(join(machine, path.replace(/^-/, "")), "utf8"));
    } catch (error) {
      if (path.startsWith("-")) return [];
      throw error;
    }
  });
  return {
    PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin",
    CREDENTIALS_DIRECTORY: `/run/credentials/${unit.name}.service`,
    ...Object.fromEntries([...given, ...files]),
  };
}
