import type { Locale } from "@sekimori/kit-contract/locale";

/** A place a postal code stands for. */
export interface Place {
  readonly addrState: string;
  readonly addrCity: string;
  readonly town: string;
}

/** A place as the post office lists it, in Japanese and romanised. */
interface ListedPlace extends Place {
  readonly roman: Pick<Place, "addrCity" | "town"> | null;
}

/** The place as somebody writes it who reads this language. */
export function placeIn(locale: Locale, { roman, ...japanese }: ListedPlace): Place {
  return locale === "en" && roman ? { ...japanese, ...roman } : japanese;
}

/** The address fields a postal code can fill. */
export interface AddressFields {
  readonly addrState: string;
  readonly addrCity: string;
  readonly addrLine1: string;
}

export type AddressName = keyof AddressFields;

function fieldsOf({ addrState, addrCity, town }: Place): AddressFields {
  return { addrState, addrCity, addrLine1: town };
}

/**
 * What a chosen place may fill: fields that are empty, and fields that still hold exactly what an
 * earlier postal code put there. What a person typed or changed is never overwritten.
 */
export function fillFrom(
  place: Place,
  present: AddressFields,
  filledBefore: Partial<AddressFields>,
): Partial<AddressFields> {
  const found = fieldsOf(place);
  const names: readonly AddressName[] = ["addrState", "addrCity", "addrLine1"];
  const open = names.filter(
    (name) => present[name].trim() === "" || present[name] === filledBefore[name],
  );
  return Object.fromEntries(
    open.filter((name) => found[name] !== present[name]).map((name) => [name, found[name]]),
  );
}

/** One line for a list of places in the order of its language; prefectures by the name a reader knows. */
export function placeLabel(
  locale: Locale,
  place: Place,
  prefecture: (code: string) => string,
): string {
  const parts = [prefecture(place.addrState), place.addrCity, place.town].filter(Boolean);
  return locale === "en" ? parts.toReversed().join(", ") : parts.join(" ");
}
