import { createHash } from "node:crypto";
import { AwsClient } from "aws4fetch";
import { type FileKey, type FileStore, FileStoreRefused } from "../ports/file-store.ts";

export interface S3FilesOptions {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The store answered with an error: the status and S3's code for it. */
class S3Error extends Error {
  override readonly name = "S3Error";
  readonly code: string;

  constructor(status: number, code: string) {
    super(`the object store answers ${status} ${code}`);
    this.code = code;
  }
}

/** How stores say that they have no room; 507 is WebDAV's word for the same. */
const noRoom = new Set(["QuotaExceeded", "XMinioStorageFull", "InsufficientStorage", "DiskFull"]);

async function errorOf(answer: Response): Promise<Error> {
  const [, code = ""] = /<Code>(\w+)<\/Code>/.exec(await answer.text()) ?? [];
  const cause = new S3Error(answer.status, code);
  if (code === "EntityTooLarge" || answer.status === 413) {
    return new FileStoreRefused("too-large", { cause });
  }
  if (noRoom.has(code) || answer.status === 507) return new FileStoreRefused("full", { cause });
  return cause;
}

const wholeRequestMs = 60_000;

/**
 * Files in S3-compatible storage: three calls of its REST interface, signed by aws4fetch (Signature
 * Version 4) with the content's digest, so that what arrives otherwise is refused. What the store
 * cannot do for now (5xx, too many requests) is tried twice more.
 */
export function s3Files(options: S3FilesOptions): FileStore {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = options;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 2 });
  // Buckets in the path: stores of one's own have no names for them.
  const folder = `${endpoint.replace(/\/$/, "")}/${bucket}`;

  function send(method: string, { workspaceId, fileId }: FileKey, content?: Buffer) {
    const isWritten = content !== undefined;
    return client.fetch(`${folder}/${workspaceId}/${fileId}`, {
      method,
      headers: {
        "x-amz-content-sha256": createHash("sha256")
          .update(content ?? "")
          .digest("hex"),
        ...(isWritten ? { "content-type": "application/octet-stream" } : {}),
      },
      ...(isWritten ? { body: new Uint8Array(content) } : {}),
      signal: AbortSignal.timeout(wholeRequestMs),
    });
  }

  return {
    name: "s3",
    async write(key, content) {
      const answer = await send("PUT", key, content);
      if (!answer.ok) throw await errorOf(answer);
      await answer.body?.cancel();
    },
    async read(key) {
      const answer = await send("GET", key);
      if (answer.ok) return Buffer.from(await answer.arrayBuffer());
      const error = await errorOf(answer);
      // A bucket that is not there answers 404 as well.
      if (error instanceof S3Error && error.code === "NoSuchKey") return undefined;
      throw error;
    },
    async remove(key) {
      const answer = await send("DELETE", key);
      if (!answer.ok) throw await errorOf(answer);
      await answer.body?.cancel();
    },
    close: () => {},
  };
}
