import { useState } from "react";

const nothing: ReadonlySet<string> = new Set();

/** Entries of a list that are ticked; they stay ticked on other pages of it. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  toggle(ids: readonly string[], on: boolean): void;
  replace(ids: readonly string[]): void;
  clear(): void;
}

/** @param list what the list shows, but for its page: another list begins with nothing ticked. */
export function useSelection(list: string): Selection {
  const [state, setState] = useState({ list, ids: nothing });
  const ids = state.list === list ? state.ids : nothing;
  const keep = (next: Iterable<string>) => setState({ list, ids: new Set(next) });
  return {
    ids,
    toggle(some, on) {
      const left = [...ids].filter((id) => !some.includes(id));
      keep(on ? [...left, ...some] : left);
    },
    replace: keep,
    clear: () => keep([]),
  };
}

/** The list that an address asks for, whatever its page and order, and whether all of it is to be selected. */
export function listOf(address: URLSearchParams): string {
  const list = new URLSearchParams(address);
  for (const name of ["cursor", "size", "sort", "order", "columns", "choose"]) list.delete(name);
  list.sort();
  return list.toString();
}
