import type { Check } from "./checks.ts";

/** Everything an app keeps in the browser: each item's name and what may stand under it. */
export type StoredItems = Readonly<Record<string, Check<unknown>>>;

export type StoredValue<Items extends StoredItems, Name extends keyof Items> = NonNullable<
  ReturnType<Items[Name]>
>;

/** Items with parts: an update adds to them rather than replaces them. */
type MergedName<Items extends StoredItems> = {
  [Name in keyof Items]: StoredValue<Items, Name> extends object ? Name : never;
}[keyof Items];

export interface ClientStorage<Items extends StoredItems> {
  /** The item as its check allows it; undefined when absent or not valid. */
  read<Name extends keyof Items & string>(name: Name): StoredValue<Items, Name> | undefined;
  /** Replaces the item; undefined removes it. */
  write<Name extends keyof Items & string>(
    name: Name,
    value: StoredValue<Items, Name> | undefined,
  ): void;
  /** Adds to the item, keeping what the update does not mention (specification 3). */
  merge<Name extends MergedName<Items> & string>(
    name: Name,
    update: StoredValue<Items, Name>,
  ): void;
  /** Removes everything, ours or not (specification 4: clearing wipes all local storage). */
  clear(): void;
  /** Calls back after each change, made in this tab or in another; returns the way to stop. */
  subscribe(listener: () => void): () => void;
}

/** Part of the browser that tells one tab what another has stored. */
type StorageEvents = Pick<Window, "addEventListener">;

interface Seen {
  readonly text: string;
  readonly value: unknown;
}

const refused = (): never => {
  throw new Error("this browser keeps nothing");
};

/** For browsers that refuse even to be asked, as they do where cookies are blocked. */
const nowhere: Storage = {
  length: 0,
  key: () => null,
  getItem: refused,
  setItem: refused,
  removeItem: refused,
  clear: refused,
};

type StorageName = "localStorage" | "sessionStorage";

/** The browser's local storage, or a tab's own, or one that keeps nothing. */
export function openStorage<Name extends StorageName = "localStorage">(
  browser: Pick<Window, Name>,
  name: Name = "localStorage" as Name,
): Storage {
  try {
    return browser[name];
  } catch {
    return nowhere;
  }
}

/**
 * An app's items in a Web Storage, checked when read. Where storage refuses (private mode, a
 * full quota) the items live in memory as long as the page.
 */
export function createClientStorage<Items extends StoredItems>(
  items: Items,
  storage: Storage,
  events?: StorageEvents,
): ClientStorage<Items> {
  type Name = keyof Items & string;
  const listeners = new Set<() => void>();
  const memory = new Map<string, string>();
  // One object as long as its text is the same, as useSyncExternalStore needs.
  const seen = new Map<string, Seen>();

  function changed(): void {
    for (const listener of listeners) listener();
  }

  function textOf(name: Name): string | undefined {
    try {
      return storage.getItem(name) ?? memory.get(name);
    } catch {
      return memory.get(name);
    }
  }

  function parse(name: Name, text: string): unknown {
    try {
      return items[name]?.(JSON.parse(text));
    } catch {
      return undefined;
    }
  }

  function read(name: Name): unknown {
    const text = textOf(name);
    if (text === undefined) return undefined;
    const known = seen.get(name);
    if (known?.text === text) return known.value;
    const value = parse(name, text);
    seen.set(name, { text, value });
    return value;
  }

  function write(name: Name, value: unknown): void {
    // What the item has no place for does not get in.
    const kept = value === undefined ? undefined : items[name]?.(value);
    memory.delete(name);
    try {
      if (kept === undefined) storage.removeItem(name);
      else storage.setItem(name, JSON.stringify(kept));
    } catch {
      if (kept !== undefined) memory.set(name, JSON.stringify(kept));
    }
    changed();
  }

  // A key of null means that another tab cleared everything.
  events?.addEventListener("storage", (event) => {
    if (event.storageArea === storage) changed();
  });

  return {
    read: (name) => read(name) as never,
    write,
    merge: (name, update) => write(name, { ...(read(name) as object), ...update }),
    clear() {
      memory.clear();
      try {
        storage.clear();
      } catch {
        // Nothing was kept there.
      }
      changed();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
