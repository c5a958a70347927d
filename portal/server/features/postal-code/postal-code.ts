import { romanised } from "./romanised.ts";

export interface Place {
  /** Prefecture by its JIS code. */
  readonly addrState: string;
  readonly addrCity: string;
  readonly town: string;
  /** City and town as an English address has them. */
  readonly roman: { readonly addrCity: string; readonly town: string } | null;
}

/**
 * The places a postal code of seven digits stands for, from Japan Post's list; several where the
 * code spans towns, cities or two prefectures, none where it is not in use. The list is read at
 * the first look-up, because most processes never need its memory.
 */
export async function placesOf(code: string): Promise<Place[]> {
  const { Oaza } = await import("./postal-code-list.ts");
  return Oaza.byZipcode(code).map(({ pref, city, name }) => {
    const roman = romanised(code, { prefecture: pref.name, city: city.name, town: name });
    return {
      addrState: pref.code,
      addrCity: city.name,
      town: name,
      roman: roman ? { addrCity: roman.city, town: roman.town } : null,
    };
  });
}
