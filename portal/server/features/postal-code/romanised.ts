import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { assetPath } from "@sekimori/kit-server/installation";

/** What `npm run romanised-places` makes of the post office's romanised table (KEN_ALL_ROME). */
export interface RomanisedPlaces {
  /** By prefecture and city as written in Japanese: "Naka-ku, Yokohama-shi". */
  readonly cities: Readonly<Record<string, string>>;
  /** By postal code: the town, or towns by their Japanese names where the code has several. */
  readonly towns: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

export const romanisedFile = assetPath("app/data/romanised.json.gz");

const divisions = new Set(["SHI", "KU", "GUN", "CHO", "MACHI", "MURA", "SON"]);

const capitalised = (word: string) => word.charAt(0) + word.slice(1).toLowerCase();

/**
 * A city of the table as an English address has it, the smaller part first: "YOKOHAMA SHI NAKA KU"
 * becomes "Naka-ku, Yokohama-shi".
 */
export function englishCity(roman: string): string {
  const parts: string[] = [];
  let name = "";
  for (const word of roman.split(" ")) {
    if (divisions.has(word) && name !== "") {
      parts.unshift(`${name}-${word.toLowerCase()}`);
      name = "";
    } else name = [name, capitalised(word)].filter(Boolean).join(" ");
  }
  if (name !== "") parts.unshift(name);
  return parts.join(", ");
}

/** A town of the table, without what it says in brackets; empty where it stands for all the rest. */
export function englishTown(roman: string): string {
  const name = roman.replace(/\s*\(.*$/, "").trim();
  return name === "IKANIKEISAIGANAIBAAI" ? "" : name.split(" ").map(capitalised).join(" ");
}

/** A Japanese name of the table as our list of postal codes spells it. */
export const plainName = (japanese: string) => japanese.replace(/[\s　]|（.*$/g, "");

let known: RomanisedPlaces | undefined;

/** Read at the first look-up: most processes never need its ten megabytes. */
function places(): RomanisedPlaces {
  known ??= JSON.parse(gunzipSync(readFileSync(romanisedFile)).toString("utf8")) as RomanisedPlaces;
  return known;
}

/** @returns undefined where the table does not have the place; the town is empty where it has none. */
export function romanised(
  code: string,
  place: { readonly prefecture: string; readonly city: string; readonly town: string },
): { readonly city: string; readonly town: string } | undefined {
  const city = places().cities[place.prefecture + place.city];
  if (city === undefined) return undefined;
  const towns = places().towns[code];
  const town = typeof towns === "object" ? towns[place.town] : towns;
  return { city, town: place.town === "" ? "" : (town ?? "") };
}
