import { type MergedName, type StoredName, type StoredValue, storedItems } from "./stored-items.ts";

export interface ClientStorage {
  /** The item as its schema allows it; undefined when absent or not valid. */
  read<Name extends StoredName>(name: Name): StoredValue<Name> | undefined;
  /** Replaces the item; undefined removes it. */
  write<Name extends StoredName>(name: Name, value: StoredValue<Name> | undefined): void;
  /** Adds to the item, keeping what the update does not mention (SPEC 3). */
  merge<Name extends MergedName>(name: Name, update: StoredValue<Name>): void;
  /** Removes everything, ours or not (SPEC 4: clearing wipes all local storage). */
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

/**
 * The items of SPEC 3 in a Web Storage, checked when read. Where storage refuses (private mode, a
 * full quota) the items live in memory as long as the page.
 */
export function createClientStorage(storage: Storage, events?: StorageEvents): ClientStorage {
  const listeners = new Set<() => void>();
  const memory = new Map<string, string>();
  // One object as long as its text is the same, as useSyncExternalStore needs.
  const seen = new Map<StoredName, Seen>();

  function changed(): void {
    for (const listener of listeners) listener();
  }

  function textOf(name: StoredName): string | undefined {
    try {
      return storage.getItem(name) ?? memory.get(name);
    } catch {
      return memory.get(name);
    }
  }

  function parse<Name extends StoredName>(name: Name, text: string): StoredValue<Name> | undefined {
    try {
      return storedItems[name](JSON.parse(text)) as StoredValue<Name> | undefined;
    } catch {
      return undefined;
    }
  }

  function read<Name extends StoredName>(name: Name): StoredValue<Name> | undefined {
    const text = textOf(name);
    if (text === undefined) return undefined;
    const known = seen.get(name);
    if (known?.text === text) return known.value as StoredValue<Name> | undefined;
    const value = parse(name, text);
    seen.set(name, { text, value });
    return value;
  }

  function write<Name extends StoredName>(name: Name, value: StoredValue<Name> | undefined): void {
    // What the item has no place for does not get in.
    const kept = value === undefined ? undefined : storedItems[name](value);
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
    read,
    write,
    merge: (name, update) => write(name, { ...read(name), ...update }),
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
