import { isLocale, isText } from "@sekimori/kit-web/storage/checks";
import { createClientStorage, openStorage } from "@sekimori/kit-web/storage/client-storage";

/** Everything the console keeps in the browser: nothing of any member. */
const storedItems = { language: isLocale, csrf: isText() } as const;

export const clientStorage = createClientStorage(storedItems, openStorage(window), window);
