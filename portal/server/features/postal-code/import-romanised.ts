// `npm run romanised-places -- KEN_ALL_ROME.CSV`: makes romanised.json.gz of the post office's
// romanised table of postal codes, which it renews once a year. The file is Shift_JIS.
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { z } from "zod";
import { englishCity, englishTown, plainName, romanisedFile } from "./romanised.ts";

const [source] = process.argv.slice(2);
if (source === undefined) throw new Error("Name the table: KEN_ALL_ROME.CSV");

/** Postal code, then prefecture, city and town in Japanese, then the same romanised. */
const rowSchema = z.tuple([
  z.string().regex(/^\d{7}$/),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
]);

const cities: Record<string, string> = {};
const towns: Record<string, Record<string, string>> = {};
const text = new TextDecoder("shift_jis", { fatal: true }).decode(readFileSync(source));
for (const line of text.split("\r\n").filter(Boolean)) {
  // Every field of the table is in quotes and has none inside: a row is a JSON array without brackets.
  const [code, prefecture, city, town, , romanCity, romanTown] = rowSchema.parse(
    JSON.parse(`[${line}]`),
  );
  cities[plainName(prefecture + city)] = englishCity(romanCity);
  const ofCode = towns[code] ?? {};
  towns[code] = ofCode;
  ofCode[plainName(town)] ??= englishTown(romanTown);
}
const compact = Object.entries(towns).map(([code, names]) => {
  const [first, ...others] = Object.values(names);
  return [code, others.length === 0 ? first : names] as const;
});
const json = JSON.stringify({ cities, towns: Object.fromEntries(compact) });
writeFileSync(romanisedFile, gzipSync(json, { level: 9 }));
process.stdout.write(`${compact.length} postal codes, ${Object.keys(cities).length} cities\n`);
