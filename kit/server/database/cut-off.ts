import type { Client } from "pg";

/** Drops a connection where it stands: what it was asked ends at once, and nobody waits for its server. */
export function cutOff(client: Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } };
  connection.stream.destroy();
}
