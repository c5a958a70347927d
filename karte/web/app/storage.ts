import { isLocale, isText } from "@sekimori/kit-web/storage/checks";
import { createClientStorage, openStorage } from "@sekimori/kit-web/storage/client-storage";

/** Everything this application keeps in the browser; who is signed in is the server's alone. */
const storedItems = {
  language: isLocale,
  csrf: isText(),
  /** How close the rows of tables stand. */
  density: isText(/^(comfortable|compact)$/),
  /** Whether the keys of every page are turned off. */
  keys: isText(/^(on|off)$/),
} as const;

export const clientStorage = createClientStorage(storedItems, openStorage(window), window);
