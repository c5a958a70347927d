import { sql } from "kysely";
import type { KarteDatabase } from "../context.ts";
import { inScope, wholeWorkspace } from "../database/scope.ts";
import { type FileStore, FileStoreRefused } from "../ports/file-store.ts";

/** PostgreSQL: disk_full, out_of_memory, program_limit_exceeded. */
const noRoom = new Set(["53100", "53200", "54000"]);

/** Files in the tables: any process on any machine can serve them, and a backup holds them. */
export function databaseFiles(db: KarteDatabase): FileStore {
  return {
    name: "database",
    async write({ workspaceId, fileId }, content) {
      try {
        await inScope(db, wholeWorkspace(workspaceId), (tx) =>
          sql`insert into karte.file_content (file_id, workspace_id, sealed)
            values (${fileId}, ${workspaceId}, ${content})
            on conflict (file_id) do update set sealed = excluded.sealed`.execute(tx),
        );
      } catch (error) {
        if (noRoom.has(String((error as { code?: unknown }).code))) {
          throw new FileStoreRefused("full", { cause: error });
        }
        throw error;
      }
    },
    read: ({ workspaceId, fileId }) =>
      inScope(db, wholeWorkspace(workspaceId), async (tx) => {
        const row = await tx
          .selectFrom("karte.file_content")
          .select("sealed")
          .where("file_id", "=", fileId)
          .executeTakeFirst();
        return row?.sealed;
      }),
    async remove({ workspaceId, fileId }) {
      await inScope(db, wholeWorkspace(workspaceId), (tx) =>
        tx.deleteFrom("karte.file_content").where("file_id", "=", fileId).execute(),
      );
    },
    close: () => undefined,
  };
}
