import { createClientStorage } from "./client-storage.ts";
import { createSession } from "./session.ts";

/** This browser's stored items and session. */
export const clientStorage = createClientStorage(window.localStorage, window);

export const session = createSession(clientStorage);
