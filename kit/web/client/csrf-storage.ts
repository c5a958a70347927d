/** Where the client keeps the CSRF token between page loads (specification 3 and 7). */
export interface CsrfStorage {
  read(): string | undefined;
  save(token: string): void;
}

interface StorageWithCsrf {
  read(name: "csrf"): string | undefined;
  write(name: "csrf", token: string): void;
}

/** Keeps the token among an application's items; the same one again is no change to other tabs. */
export function csrfIn(storage: StorageWithCsrf): CsrfStorage {
  return {
    read: () => storage.read("csrf"),
    save(token) {
      if (storage.read("csrf") !== token) storage.write("csrf", token);
    },
  };
}
