import { PaymentClient } from "@sekimori/sandbox/testing/payment-client";
import { Pool } from "pg";
import { afterAll, inject } from "vitest";
import { Mails } from "./mails.ts";

/** What a test needs of a world besides its people: its database, its mails, its company. */
export interface Surroundings {
  readonly origin: string;
  readonly mails: Mails;
  readonly company: PaymentClient;
  readonly pool: Pool;
}

export function surroundingsOf(world: {
  readonly origin: string;
  readonly sandboxOrigin: string;
  readonly databaseUrl: string;
}): Surroundings {
  const pool = new Pool({ connectionString: world.databaseUrl, max: 4 });
  // A database that is killed on purpose takes idle connections with it.
  pool.on("error", () => undefined);
  return {
    origin: world.origin,
    mails: new Mails(world.sandboxOrigin),
    company: new PaymentClient(world.sandboxOrigin),
    pool,
  };
}

/** The product that is there for the whole run; for rows that kill nothing. */
export function standingProduct(): Surroundings {
  const surroundings = surroundingsOf(inject("faults"));
  afterAll(() => surroundings.pool.end());
  return surroundings;
}
