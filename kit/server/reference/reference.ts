import type { FastifyInstance } from "fastify";
import { openApiDocument } from "../http/http.ts";
import type { OpenApi } from "./open-api.ts";
import { referenceScript, referenceStyle } from "./reference-files.ts";
import { type ReferenceWords, referencePage } from "./reference-page.ts";

export type { OpenApi } from "./open-api.ts";
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

export interface ReferenceOptions {
  /** The page's path; its document is `<at>/json`. */
  readonly at: string;
  readonly words: ReferenceWords;
  /** Whether calls can be tried from the page: where nothing there is anybody's. */
  readonly canTry: boolean;
  /** What is shown of the whole document; all of it unless given. */
  readonly choose?: (document: OpenApi) => OpenApi;
}

/** The reference of an application's API as a page, and its OpenAPI 3.1 document. */
export function registerReference(app: FastifyInstance, options: ReferenceOptions): void {
  const { at, words, canTry, choose = (document: OpenApi) => document } = options;
  const document = async () => choose((await openApiDocument(app)) as OpenApi);
  let page: string | undefined;

  app.get(at, async (_request, reply) => {
    page ??= referencePage(await document(), { at, words, canTry }).markup;
    return reply
      .header("content-security-policy", policy)
      .type("text/html; charset=utf-8")
      .send(page);
  });
  app.get(`${at}/json`, document);
  app.get(`${at}/reference.css`, (_request, reply) =>
    reply.type("text/css; charset=utf-8").send(referenceStyle),
  );
  app.get(`${at}/reference.js`, (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").send(referenceScript),
  );
}
