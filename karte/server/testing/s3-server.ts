import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

interface S3Options {
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");
const hmac = (key: string | Buffer, text: string) =>
  createHmac("sha256", key).update(text).digest();

const header = (request: IncomingMessage, name: string) =>
  String(request.headers[name] ?? "")
    .trim()
    .replace(/ +/g, " ");

const authorization =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;

/** Why a request is refused, by the steps of Amazon's "Signature Version 4"; undefined if it is not. */
function refusalOf(
  request: IncomingMessage,
  content: Buffer,
  options: S3Options,
): readonly [status: number, code: string] | undefined {
  const parts = authorization.exec(header(request, "authorization"));
  if (parts === null) return [403, "AccessDenied"];
  const [, keyId = "", day = "", region = "", signedHeaders = "", signature = ""] = parts;
  if (keyId !== options.accessKeyId) return [403, "InvalidAccessKeyId"];
  if (region !== options.region) return [400, "AuthorizationHeaderMalformed"];
  const signed = signedHeaders.split(";");
  for (const name of ["host", "x-amz-date", "x-amz-content-sha256"]) {
    if (!signed.includes(name)) return [403, "AccessDenied"];
  }
  const moment = header(request, "x-amz-date");
  const [, year, month, date, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(moment) ?? [];
  const sentAt = Date.parse(`${year}-${month}-${date}T${hour}:${minute}:${second}Z`);
  if (!moment.startsWith(day) || !(Math.abs(Date.now() - sentAt) < 15 * 60_000)) {
    return [403, "RequestTimeTooSkewed"];
  }
  const digest = header(request, "x-amz-content-sha256");
  if (digest !== sha256(content)) return [400, "XAmzContentSHA256Mismatch"];
  const canonical = [
    request.method,
    request.url,
    "",
    ...signed.map((name) => `${name}:${header(request, name)}`),
    "",
    signedHeaders,
    digest,
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const dayKey = hmac(`AWS4${options.secretAccessKey}`, day);
  const key = hmac(hmac(hmac(dayKey, region), "s3"), "aws4_request");
  const expected = hmac(key, ["AWS4-HMAC-SHA256", moment, scope, sha256(canonical)].join("\n"));
  return timingSafeEqual(expected, Buffer.from(signature, "hex"))
    ? undefined
    : [403, "SignatureDoesNotMatch"];
}

/** A strict object store of one bucket in memory, written from Amazon's documents. It never met S3. */
export async function startS3Server(options: S3Options) {
  const objects = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const content = await buffer(request);
    const refuse = (status: number, code: string) => {
      response.writeHead(status, { "content-type": "application/xml" });
      response.end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`);
    };
    const refusal = refusalOf(request, content, options);
    if (refusal !== undefined) return refuse(...refusal);
    const [, bucket, ...path] = (request.url ?? "").split("/");
    if (bucket !== options.bucket) return refuse(404, "NoSuchBucket");
    const key = path.join("/");
    if (request.method === "PUT") objects.set(key, content);
    else if (request.method === "DELETE") objects.delete(key);
    else if (request.method !== "GET") return refuse(405, "MethodNotAllowed");
    else if (!objects.has(key)) return refuse(404, "NoSuchKey");
    response.writeHead(request.method === "DELETE" ? 204 : 200);
    response.end(request.method === "GET" ? objects.get(key) : undefined);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
