import type { Readable } from "node:stream";
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from "node:zlib";
import { NetError } from "../net-error.ts";

/** A body as far as it was read. */
export interface HttpBody {
  readonly bytes: Uint8Array;
  readonly truncated: boolean;
}

/** Bodies with more layers of compression are not real pages. */
const MAX_CODINGS = 2;

/**
 * Reads at most `limit` bytes after decompression and destroys the stream there, so a zip bomb or
 * an endless body costs no more than one cap of memory. Throws `malformed` for broken data.
 */
export async function readBody(
  source: Readable,
  contentEncoding: string | null,
  limit: number,
): Promise<HttpBody> {
  const codings = (contentEncoding ?? "")
    .split(",")
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== "" && coding !== "identity");
  if (codings.length > MAX_CODINGS) throw new NetError("malformed", "too many content codings");
  let stream: Readable = source;
  const chain: Readable[] = [source];
  for (const coding of codings.reverse()) {
    const decoder = decoderOf(coding);
    stream.on("error", (error) => decoder.destroy(error));
    stream = stream.pipe(decoder);
    chain.push(stream);
  }
  const chunks: Buffer[] = [];
  let size = 0;
  let truncated = false;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      const room = limit - size;
      chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
      size += Math.min(chunk.length, room);
      if (chunk.length > room) {
        truncated = true;
        break;
      }
    }
  } catch (error) {
    if (
      error instanceof Error &&
      "code" in error &&
      /^(Z_|ERR_BROTLI|ERR_ZSTD|ERR__)/.test(String(error.code))
    )
      throw new NetError("malformed", "content coding", { cause: error });
    throw error;
  } finally {
    for (const link of chain) link.destroy();
  }
  return { bytes: Buffer.concat(chunks, size), truncated };
}

function decoderOf(coding: string) {
  if (coding === "gzip" || coding === "x-gzip") return createGunzip();
  if (coding === "deflate") return createInflate();
  if (coding === "br") return createBrotliDecompress();
  if (coding === "zstd") return createZstdDecompress();
  throw new NetError("malformed", "unknown content coding");
}

/** Of a byte order mark, which says more than any header (Encoding Standard, "decode"). */
function markedAs([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

/** Text by its byte order mark, the declared charset, a `charset=` in the first kilobyte, or UTF-8. */
export function decodeText(bytes: Uint8Array, contentType: string | null): string {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString("latin1");
  const label =
    markedAs(bytes) ??
    /charset\s*=\s*["']?([\w:.-]+)/i.exec(contentType ?? "")?.[1] ??
    /charset\s*=\s*["']?([\w:.-]+)/i.exec(head)?.[1];
  try {
    return new TextDecoder(label ?? "utf-8").decode(bytes);
  } catch {
    return new TextDecoder("utf-8").decode(bytes);
  }
}
