import { Client } from "pg";
import { databaseHosts } from "./database-hosts.ts";

/** Where a connection goes, and whether it proves whom it reached. */
export interface ConnectionSafety {
  /** As the driver reads it, from the address and from PGHOST. */
  readonly host: string;
  /** TLS with the certificate and the name checked, asked for by name and not taken back. */
  readonly isVerified: boolean;
}

/** Reads a database's address as the driver does, for each server it names; nothing is connected to. */
export function verifiedConnections(url: string): ConnectionSafety[] {
  try {
    return databaseHosts(url).urls.map(verifiedConnection);
  } catch {
    return [{ host: "", isVerified: false }];
  }
}

function verifiedConnection(url: string): ConnectionSafety {
  let client: Client;
  try {
    client = new Client({ connectionString: url });
  } catch {
    // Some spellings are refused by the driver itself.
    return { host: "", isVerified: false };
  }
  const ssl: unknown = client.ssl;
  const checks = typeof ssl === "object" && ssl !== null ? (ssl as Record<string, unknown>) : {};
  const isChecked =
    Boolean(ssl) && checks.rejectUnauthorized !== false && checks.checkServerIdentity === undefined;
  // What other modes mean differs between drivers and their versions.
  const modes = new URL(url).searchParams.getAll("sslmode");
  const isNamed = modes.length > 0 && modes.every((mode) => mode === "verify-full");
  return { host: client.host, isVerified: isChecked && isNamed };
}
