import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { negotiate } from "@fastify/accept-negotiator";
import fastifyStatic from "@fastify/static";
import { apiBase } from "@sekimori/kit-contract/api-base";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { noncedPage } from "./nonced-page.ts";
import { withStagingNotice } from "./staging-notice.ts";

export interface StaticSiteOptions {
  /** The built web application: its page, and assets/ with a content hash in every name. */
  readonly folder: string;
  /** The file that every page is; index.html unless given. A folder may hold several applications. */
  readonly page?: string;
  /** Paths that the application shows, as Fastify patterns: "/login", "/guests/*". */
  readonly pages: readonly string[];
  /** Where a browser that asks for any other page is sent; itself one of the pages, answered with 404. */
  readonly unknownPage?: string;
  /** Paths that are never pages, whatever the browser accepts; ["/v1/"] unless given. */
  readonly apiPrefixes?: readonly string[];
}

const hashed = /\/assets\/[^/]+-[\w-]{8,}\.\w+(\.\w+)?$/;

/** A page has its nonce each time, so it is compressed each time: a tenth of a millisecond. */
const compressed = (text: string): Buffer =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });

function wantsPage(request: FastifyRequest, apiPrefixes: readonly string[]): boolean {
  return (
    (request.method === "GET" || request.method === "HEAD") &&
    (request.headers.accept ?? "").includes("text/html") &&
    !apiPrefixes.some((prefix) => request.url.startsWith(prefix))
  );
}

/**
 * Serves a built single-page application: hashed assets for a year, compressed files that lie
 * beside the originals (.br, .gz) when the browser takes them, and its page for the known paths,
 * compressed too, under a policy with a nonce of its own each time. A known page typed with capitals or
 * a slash at its end is redirected to its own address, unknown ones to `unknownPage`.
 *
 * @throws Error when the folder has no such page (the application was not built).
 */
export async function registerStaticSite(
  app: FastifyInstance,
  options: StaticSiteOptions,
): Promise<void> {
  const html = await readFile(join(options.folder, options.page ?? "index.html"), "utf8");
  const page = noncedPage(app.kit.isStaging ? withStagingNotice(html) : html);
  const sendPage = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const text = page(app.kit.startPage(reply));
    if (request.routeOptions.url === options.unknownPage) reply.status(404);
    reply.header("vary", "accept-encoding");
    if (negotiate(request.headers["accept-encoding"] ?? "", ["br"]) !== "br")
      return reply.send(text);
    return reply.header("content-encoding", "br").send(compressed(text));
  };

  await app.register(fastifyStatic, {
    root: options.folder,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ["*.html", "**/*.br", "**/*.gz"],
    cacheControl: false,
    setHeaders(reply, path) {
      reply.header(
        "cache-control",
        hashed.test(path.replaceAll("\\", "/"))
          ? "public, max-age=31536000, immutable"
          : "public, max-age=3600",
      );
    },
  });
  for (const path of options.pages) app.get(path, { config: { csrf: false } }, sendPage);

  const { unknownPage } = options;
  const apiPrefixes = options.apiPrefixes ?? [`${apiBase}/`];
  app.kit.notFound = (request, reply) => {
    if (!wantsPage(request, apiPrefixes)) return false;
    const { pathname, search } = new URL(request.url, "https://page.invalid");
    // People type capitals, and programs add slashes.
    const typed = withoutLastSlashes(pathname.toLowerCase());
    const meant = options.pages.find((path) => path === typed);
    const to = meant === undefined ? unknownPage : meant + search;
    if (to === undefined) return false;
    reply.redirect(to, 302);
    return true;
  };
}

/** No expression: one over many slashes takes their number squared. */
function withoutLastSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}
