import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { SandboxTables } from "../database/tables.ts";
import type { PaymentSettings } from "./settings.ts";

/** Everything the parts of the payment company share. */
export interface Company {
  readonly database: Kysely<SandboxTables>;
  /** The sandbox's movable time. */
  readonly now: () => Date;
  /** Origin of the sandbox, without a final slash. */
  readonly origin: string;
  /** Origins that may frame the fields and be returned to. */
  readonly portalOrigins: readonly string[];
  readonly settings: PaymentSettings;
  /** Tells the delivery loop that there is something new to tell the merchant. */
  readonly wake: () => void;
}

/** A connection or a transaction on it. */
export type Books = Kysely<SandboxTables>;

/** An unguessable id with a prefix that says what it names. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(18).toString("base64url")}`;
}

/** An answer of the company's API other than success: `{"error":{"code","message"}}`. */
export class CompanyError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = "CompanyError";
    this.status = status;
    this.code = code;
  }
}
