import type { Brand } from "../cards/card-number.ts";
import type { CardBehaviour } from "../cards/test-cards.ts";
import type { Tables } from "./generated/tables.ts";

/** What the sandbox alone writes into columns that the database holds to be any text. */
type WithCard<Table> = Omit<Table, "brand" | "behaviour"> & {
  brand: Brand;
  behaviour: CardBehaviour;
};

/** A registration's state, as the company's API tells it. */
export type RegistrationStatus = Tables["sandbox.payment_registration"]["status"];

type CardTables = "sandbox.payment_card" | "sandbox.payment_token";

/** The tables of the sandbox's own PostgreSQL schema, as its migrations make them. */
export interface SandboxTables extends Omit<Tables, CardTables> {
  "sandbox.payment_card": WithCard<Tables["sandbox.payment_card"]>;
  "sandbox.payment_token": WithCard<Tables["sandbox.payment_token"]>;
}
