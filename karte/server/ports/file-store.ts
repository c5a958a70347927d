/** Why a store did not take a file. */
export type FileStoreRefusal = "too-large" | "full";

/** The store cannot take this now. The message is for the log. */
export class FileStoreRefused extends Error {
  override readonly name = "FileStoreRefused";
  readonly reason: FileStoreRefusal;

  constructor(reason: FileStoreRefusal, options?: ErrorOptions) {
    super(`the file store refused: ${reason}`, options);
    this.reason = reason;
  }
}

/** One file's place: in its workspace. */
export interface FileKey {
  readonly workspaceId: string;
  readonly fileId: string;
}

/** Where the (sealed) content of files is kept. What is written is there for every process. */
export interface FileStore {
  readonly name: "database" | "s3";
  /**
   * Writes a content, over an earlier one of the same key.
   *
   * @throws FileStoreRefused, or whatever the connection gives.
   */
  write(key: FileKey, content: Buffer): Promise<void>;
  /** @returns undefined when there is none. */
  read(key: FileKey): Promise<Buffer | undefined>;
  /** Removes it; nothing happens when there is none. */
  remove(key: FileKey): Promise<void>;
  close(): void;
}
