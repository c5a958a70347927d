import { createClientStorage, openStorage } from "@sekimori/kit-web/storage/client-storage";
import { createSession } from "./session.ts";
import { storedItems, tabItems } from "./stored-items.ts";

/** This browser's stored items and session. */
export const clientStorage = createClientStorage(storedItems, openStorage(window), window);

const tabStorage = createClientStorage(tabItems, openStorage(window, "sessionStorage"));

export const session = createSession(clientStorage, tabStorage);
