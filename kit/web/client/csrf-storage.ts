/** Where the client keeps the CSRF token between page loads (SPEC 3 and 7). */
export interface CsrfStorage {
  read(): string | undefined;
  save(token: string): void;
}

/**
 * Keeps the token under one key of a Web Storage. Storage that refuses (private mode, a full
 * quota) falls back to memory: the token then lives as long as the page.
 */
export function createCsrfStorage(storage: Storage, key: string): CsrfStorage {
  let kept: string | undefined;
  return {
    read() {
      try {
        return storage.getItem(key) ?? kept;
      } catch {
        return kept;
      }
    },
    save(token) {
      kept = token;
      try {
        storage.setItem(key, token);
      } catch {
        // The copy in memory serves this page.
      }
    },
  };
}
