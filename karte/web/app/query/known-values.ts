import type { KnownValues } from "@sekimori/karte-contract/query/complete";
import type { Locale } from "@sekimori/kit-contract/locale";
import { language } from "../language.ts";

interface Known {
  readonly people: readonly { readonly name: string; readonly email: string }[];
  readonly groups: readonly { readonly name: string }[];
  readonly kinds: readonly {
    readonly check: string;
    readonly title: Readonly<Record<Locale, string>>;
  }[];
}

/** What of a workspace is offered as values: people, groups and what was found. */
export const knownValues = ({ people, groups, kinds }: Known): KnownValues => ({
  owner: people.map(({ name, email }) => ({ value: name, words: email })),
  group: groups.map(({ name }) => ({ value: name, words: name })),
  check: kinds.map(({ check, title }) => ({ value: check, words: title[language.current()] })),
});
