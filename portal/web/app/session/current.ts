import { createClientStorage, openStorage } from "@sekimori/kit-web/storage/client-storage";
import { createSession } from "./session.ts";
import { storedItems } from "./stored-items.ts";

/** This browser's stored items and session. */
export const clientStorage = createClientStorage(storedItems, openStorage(window), window);

export const session = createSession(clientStorage);
