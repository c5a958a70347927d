import type { Client } from "pg";

export interface WhichServer {
  /** The same for servers of one cluster: who takes writes, and who follows. */
  readonly system: string;
  /** Its address and since when it runs: no other server's, and another one after it was started anew. */
  readonly server: string;
  /** The process that answers. */
  readonly pid: number;
}

/** Which server a connection leads to. @throws what `pg` throws */
export async function whichServer(client: Pick<Client, "query">): Promise<WhichServer | undefined> {
  const { rows } = await client.query<WhichServer>(
    `select pg_backend_pid() as pid,
       (select system_identifier::text from pg_control_system()) as system,
       concat_ws(' ', inet_server_addr(), inet_server_port(), pg_postmaster_start_time()) as server`,
  );
  return rows[0];
}
