import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { negotiate } from "@fastify/accept-negotiator";
import type { FieldDescriptions } from "@sekimori/kit-contract/field-descriptions";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { openApiDocument } from "../http/http.ts";
import { describedDocument } from "./described-document.ts";
import { type FieldTexts, withFieldTexts } from "./field-texts.ts";
import type { OpenApi } from "./open-api.ts";
import type { RecordedExamples } from "./recorded-example.ts";
import { referenceScript, referenceStyle } from "./reference-files.ts";
import { type ReferenceWords, referencePage } from "./reference-page.ts";

export type { FieldTexts } from "./field-texts.ts";
export type { OpenApi, Operation } from "./open-api.ts";
export type { ReferenceWords } from "./reference-page.ts";

/** The page's own files and this origin's API, nothing else. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** A text that is the same for everybody, and by what a browser knows that it has it. */
interface Built {
  readonly text: string;
  /** The same as nearly every client takes it: a tenth of the megabyte. */
  readonly compressed: Buffer;
  readonly digest: string;
}

const compress = promisify(brotliCompress);

async function built(text: string): Promise<Built> {
  return {
    text,
    // Off the thread that answers, and once.
    compressed: await compress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    digest: createHash("sha256").update(text).digest("base64url"),
  };
}

/** Sends a text, or 304 to a browser that has it (RFC 9110, section 13.1.2). */
function sendBuilt(
  { text, compressed, digest }: Built,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const isCompressed = negotiate(headers["accept-encoding"] ?? "", ["br"]) === "br";
  // Each form has its own (RFC 9110, section 8.8.3.3).
  const etag = isCompressed ? `"${digest}-br"` : `"${digest}"`;
  reply
    .header("etag", etag)
    .header("cache-control", "public, no-cache")
    .header("vary", "accept-encoding");
  const known = (headers["if-none-match"] ?? "").split(",").map((tag) => tag.trim());
  if (known.includes("*") || known.some((tag) => tag.replace(/^W\//, "") === etag)) {
    return reply.code(304).send();
  }
  if (!isCompressed) return reply.send(text);
  return reply.header("content-encoding", "br").send(compressed);
}

export interface ReferenceOptions {
  /** The page's path; its document is `<at>/json`. */
  readonly at: string;
  readonly words: ReferenceWords;
  /** Whether calls can be tried from the page: where nothing there is anybody's. */
  readonly canTry: boolean;
  /** What calls were answered in the tests, as `npm run examples` wrote it. */
  readonly examples: RecordedExamples;
  /** What the fields of the calls mean, of the contract. */
  readonly descriptions: FieldDescriptions;
  /** What the fields of errors mean. */
  readonly fields: FieldTexts;
  /** What is shown of the whole document; all of it unless given. */
  readonly choose?: (document: OpenApi) => OpenApi;
}

/** The reference of an application's API as a page, and its OpenAPI 3.1 document. */
export function registerReference(app: FastifyInstance, options: ReferenceOptions): void {
  const {
    at,
    words,
    canTry,
    examples,
    fields,
    descriptions,
    choose = (document: OpenApi) => document,
  } = options;
  app.kit.helpFor = (endpoint) => `${app.kit.origin}${at}#${endpoint}`;
  // Nothing is bound after the first request, so the document is made once: half a megabyte whose
  // making holds up everybody else.
  let made:
    | Promise<{ readonly page: Built; readonly json: Built; readonly answers: Built }>
    | undefined;
  const make = async () => {
    const declared = new Map(app.kit.endpoints.map((endpoint) => [endpoint.name, endpoint]));
    const whole = (await openApiDocument(app)) as OpenApi;
    const document = choose(
      withFieldTexts(describedDocument(whole, descriptions), fields, declared),
    );
    const answers = Object.entries(examples).map(([name, { answer }]) => [name, answer]);
    const [page, json, recorded] = await Promise.all([
      built(
        referencePage(document, {
          at,
          words,
          canTry,
          examples,
          origin: app.kit.origin,
          declared,
        }).markup,
      ),
      built(JSON.stringify(document)),
      built(JSON.stringify(Object.fromEntries(answers))),
    ]);
    return { page, json, answers: recorded };
  };
  const all = () => {
    made ??= make();
    return made;
  };

  app.get(at, async (request, reply) => {
    reply.header("content-security-policy", policy).type("text/html; charset=utf-8");
    return sendBuilt((await all()).page, request, reply);
  });
  app.get(`${at}/json`, async (request, reply) => {
    reply.type("application/json; charset=utf-8");
    return sendBuilt((await all()).json, request, reply);
  });
  // Apart from the page, which asks for it when a call is opened first.
  app.get(`${at}/examples`, async (request, reply) => {
    reply.type("application/json; charset=utf-8");
    return sendBuilt((await all()).answers, request, reply);
  });
  app.get(`${at}/reference.css`, (_request, reply) =>
    reply.type("text/css; charset=utf-8").send(referenceStyle),
  );
  app.get(`${at}/reference.js`, (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").send(referenceScript),
  );
}
