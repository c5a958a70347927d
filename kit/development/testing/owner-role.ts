import type { Migration } from "@sekimori/kit-server/database";
import type { Client } from "pg";

const password = "only-for-tests";

/** The role that serves what `owner` owns; made with it. */
export const servingOf = (owner: string): string => `${owner}_serving`;

/** A role of a test cluster that owns databases and is no superuser. */
export interface OwnerRole {
  readonly name: string;
  readonly password: string;
  /** A role that owns nothing, for processes that serve; the owner grants it what it may use. */
  readonly serving: { readonly name: string; readonly password: string };
}

/**
 * Makes the role that owns a test's database, unless it is there. As in production it can log in and
 * nothing more: what only a superuser may do fails in every test. Only where row level security asks
 * for it the owner also has BYPASSRLS.
 *
 * @param client a superuser, who holds a lock against others that make the role at the same time
 */
export async function ensureOwnerRole(
  client: Client,
  migrations: readonly Migration[],
): Promise<OwnerRole> {
  const bypasses = migrations.some(({ ownerBypassesRowSecurity }) => ownerBypassesRowSecurity);
  const name = bypasses ? "owner_with_bypassrls" : "plain_owner";
  const { rowCount } = await client.query("select from pg_roles where rolname = $1", [name]);
  if (rowCount === 0) {
    await client.query(
      `create role ${name} login ${bypasses ? "bypassrls" : "nobypassrls"} password '${password}'`,
    );
    await client.query(`create role ${servingOf(name)} login password '${password}'`);
  }
  return { name, password, serving: { name: servingOf(name), password } };
}

/** The address of a database as that role. */
export function addressAs(
  { name, password: word }: Pick<OwnerRole, "name" | "password">,
  server: string,
  database: string,
) {
  const url = new URL(server);
  url.username = name;
  url.password = word;
  url.pathname = `/${database}`;
  return url.href;
}
