import { createHash, randomUUID } from "node:crypto";
import type { PurgeRule } from "@sekimori/kit-server/jobs";
import { sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import { FileStoreRefused } from "../../ports/file-store.ts";

export interface NewFile {
  readonly workspaceId: string;
  /** The one group of whose domains it tells; null for more. */
  readonly groupId: string | null;
  readonly name: string;
  readonly mediaType: string;
  readonly content: Buffer;
  readonly expiresAt: Date;
}

export interface StoredFile {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Buffer;
}

const digest = (content: Buffer) => createHash("sha256").update(content).digest();
const contextOf = (id: string) => `karte.file:${id}`;
const megabyte = 1024 * 1024;

type FileContext = Pick<KarteContext, "db" | "clock" | "sealer" | "files" | "settings">;

/** Notes a file before its content is written, so that none is ever without a note. */
async function note(tx: KarteTransaction, context: FileContext, id: string, file: NewFile) {
  // Two files at a time must not both fit into the room for one.
  await sql`select pg_advisory_xact_lock(hashtext('karte.file'), hashtext(${file.workspaceId}))`.execute(
    tx,
  );
  const { used } = await tx
    .selectFrom("karte.file")
    .select(({ fn }) => fn.sum<string | null>("bytes").as("used"))
    .executeTakeFirstOrThrow();
  const room = context.settings.filesWorkspaceMegabytes * megabyte - Number(used ?? 0);
  if (file.content.length > room) throw new FileStoreRefused("full");
  await tx
    .insertInto("karte.file")
    .values({
      id,
      workspace_id: file.workspaceId,
      group_id: file.groupId,
      name: file.name,
      media_type: file.mediaType,
      bytes: file.content.length,
      sha256: digest(file.content),
      store: context.files.name,
      created_at: context.clock.now(),
      expires_at: file.expiresAt,
    })
    .execute();
}

async function forget(context: FileContext, workspaceId: string, fileId: string): Promise<void> {
  await context.files.remove({ workspaceId, fileId });
  await inScope(context.db, wholeWorkspace(workspaceId), (tx) =>
    tx.deleteFrom("karte.file").where("id", "=", fileId).execute(),
  );
}

/**
 * Keeps a file: sealed, written, read back and compared by SHA-256. One that was not kept whole
 * leaves nothing behind.
 *
 * @returns its id.
 * @throws FileStoreRefused for one that is too large, or when workspace or store are full; Error
 *   when what was read back is not what was written.
 */
export async function keepFile(context: FileContext, file: NewFile): Promise<string> {
  const { db, clock, sealer, files, settings } = context;
  const { workspaceId, content } = file;
  if (content.length > settings.fileMegabytes * megabyte) throw new FileStoreRefused("too-large");
  const id = randomUUID();
  const key = { workspaceId, fileId: id };
  await inScope(db, wholeWorkspace(workspaceId), (tx) => note(tx, context, id, file));
  try {
    await files.write(key, sealer.seal(content, contextOf(id)));
    const back = await files.read(key);
    if (back === undefined || !digest(sealer.open(back, contextOf(id))).equals(digest(content))) {
      throw new Error("A stored file was not read back as it was written.");
    }
    await inScope(db, wholeWorkspace(workspaceId), (tx) =>
      tx.updateTable("karte.file").set({ stored_at: clock.now() }).where("id", "=", id).execute(),
    );
    return id;
  } catch (error) {
    // What cannot be removed now goes with the purge; the first failure is what counts.
    await forget(context, workspaceId, id).catch(() => undefined);
    throw error;
  }
}

/**
 * Reads a file that the transaction's caller may see.
 *
 * @returns undefined when there is none.
 * @throws Error when the content is not what was stored.
 */
export async function readFile(
  tx: KarteTransaction,
  context: FileContext,
  id: string,
): Promise<StoredFile | undefined> {
  const row = await tx
    .selectFrom("karte.file")
    .selectAll()
    .where("id", "=", id)
    .where("stored_at", "is not", null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const sealed = await context.files.read({ workspaceId: row.workspace_id, fileId: id });
  if (sealed === undefined) return undefined;
  const content = context.sealer.open(sealed, contextOf(id));
  if (!digest(content).equals(row.sha256)) throw new Error("A stored file has changed.");
  return { name: row.name, mediaType: row.media_type, content };
}

/** Removes what the files of the transaction's workspace hold, before their notes go with it. */
export async function removeContents(
  { files }: Pick<KarteContext, "files">,
  tx: KarteTransaction,
  workspaceId: string,
): Promise<void> {
  const kept = await tx.selectFrom("karte.file").select("id").execute();
  for (const { id: fileId } of kept) await files.remove({ workspaceId, fileId });
}

const batch = 100;

/** Removes files whose time has come, with their content, wherever that is. */
export function expiredFiles(context: FileContext): PurgeRule {
  return {
    name: "karte.file",
    async remove(now) {
      let removed = 0;
      for (;;) {
        const { rows } = await sql<{ workspace_id: string; file_id: string }>`
          select * from karte.expired_files(${now}, ${batch})`.execute(context.db);
        for (const row of rows) await forget(context, row.workspace_id, row.file_id);
        removed += rows.length;
        if (rows.length < batch) return removed;
      }
    },
  };
}
