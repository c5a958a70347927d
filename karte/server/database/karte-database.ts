import type { Kysely, Transaction } from "kysely";
import type { Tables } from "./generated/tables.ts";

export type KarteDatabase = Kysely<Tables>;
export type KarteTransaction = Transaction<Tables>;
