import type { MachineDescription, WorldZone } from "@sekimori/diagnosis/fixtures/world";

/** Days from the present; negative is past. The history of the company runs up to day 0. */
export type Day = number;

/** A domain of the sample company: what stands on the Internet for it on a certain day. */
export interface SampleDomain {
  readonly name: string;
  /** What it is to the company. */
  readonly note: { readonly ja: string; readonly en: string };
  /** Further hosts of it that the company has approved for examination. */
  readonly hosts?: readonly string[];
  zone(day: Day): WorldZone;
  machines(day: Day): Readonly<Record<string, MachineDescription>>;
}

/** Where the domain's owner publishes the token that proves it, and its text. */
export const challengeName = (domain: string) => `_sekimori-challenge.${domain}`;

/** Known, so that the recorded history and the running servers agree. */
export const sampleToken = (domain: string) => `sample-token-of-${domain.replaceAll(".", "-")}`;
