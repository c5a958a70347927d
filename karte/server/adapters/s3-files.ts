import type { Agent } from "node:https";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { type FileKey, type FileStore, FileStoreRefused } from "../ports/file-store.ts";

export interface S3FilesOptions {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** How https connections are opened; the guard's for addresses that others gave. */
  readonly agent?: Agent;
}

/** How stores say that they have no room; 507 is WebDAV's word for the same. */
const noRoom = new Set(["QuotaExceeded", "XMinioStorageFull", "InsufficientStorage", "DiskFull"]);

function refusalOf(error: unknown): unknown {
  if (!(error instanceof S3ServiceException)) return error;
  const status = error.$metadata.httpStatusCode;
  if (error.name === "EntityTooLarge" || status === 413) {
    return new FileStoreRefused("too-large", { cause: error });
  }
  if (noRoom.has(error.name) || status === 507) {
    return new FileStoreRefused("full", { cause: error });
  }
  return error;
}

const objectOf = ({ workspaceId, fileId }: FileKey) => `${workspaceId}/${fileId}`;

/**
 * Files in S3-compatible storage, by its official client. Checksums only where the protocol demands
 * them: with the client's default, stores that do not know its trailing checksums keep them as part
 * of the content.
 */
export function s3Files(options: S3FilesOptions): FileStore {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey, agent } = options;
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Buckets in the path: stores of one's own have no names for them.
    forcePathStyle: true,
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 5_000,
      requestTimeout: 30_000,
      ...(agent === undefined ? {} : { httpsAgent: agent }),
    },
  });
  return {
    name: "s3",
    async write(key, content) {
      const command = new PutObjectCommand({
        Bucket: bucket,
        Key: objectOf(key),
        Body: content,
        ContentLength: content.length,
        ContentType: "application/octet-stream",
      });
      await client.send(command).catch((error: unknown) => {
        throw refusalOf(error);
      });
    },
    async read(key) {
      try {
        const answer = await client.send(
          new GetObjectCommand({ Bucket: bucket, Key: objectOf(key) }),
        );
        return answer.Body && Buffer.from(await answer.Body.transformToByteArray());
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: objectOf(key) }));
    },
    close: () => client.destroy(),
  };
}
