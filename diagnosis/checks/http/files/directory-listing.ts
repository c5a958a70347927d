import type { CheckContext } from "../../../engine/context.ts";
import type { HttpResponse } from "../../../net/clients.ts";
import { NetError } from "../../../net/net-error.ts";
import { elementsOf, resolver } from "../../page/elements.ts";

/** Directories of the page's own files that are asked for. */
const MAX_DIRECTORIES = 2;

/** Titles that servers write over a listing of the path: Apache, nginx, lighttpd; IIS; Python. */
function isListing(body: string, path: string): boolean {
  const title = /<title>([^<]{0,300})<\/title>/i.exec(body)?.[1]?.trim() ?? "";
  const shown = decode(path);
  const bare = shown.replace(/\/$/, "");
  return (
    title === `Index of ${shown}` ||
    (title === `Index of ${bare}` && bare !== "") ||
    title === `Directory listing for ${shown}` ||
    (title.endsWith(` - ${shown}`) && /\[To Parent Directory\]|&lt;dir&gt;/i.test(body))
  );
}

/** Paths of the site that show a list of their files: the front page and directories it names. */
export async function listedDirectories(
  context: CheckContext,
  page: HttpResponse,
): Promise<readonly string[]> {
  const { origin, pathname } = new URL(page.url);
  const listed = isListing(page.text(), pathname) ? [pathname] : [];
  const resolve = resolver(page);
  const paths = elementsOf(page).flatMap(({ name, attributes }) => {
    const reference = ["script", "img"].includes(name) ? attributes.src : undefined;
    const url = resolve(name === "link" ? attributes.href : reference);
    return url?.origin === origin ? [url.pathname.replace(/[^/]*$/, "")] : [];
  });
  const directories = [...new Set(paths)].filter((path) => path !== "/").slice(0, MAX_DIRECTORIES);
  for (const path of directories) {
    const answer = await answerOrNull(context, `${origin}${path}`);
    if (answer?.status === 200 && isListing(answer.text(), path)) listed.push(path);
  }
  return listed;
}

async function answerOrNull(context: CheckContext, url: string): Promise<HttpResponse | null> {
  try {
    return await context.http.fetch(url);
  } catch (error) {
    // A path that the server cannot serve shows no listing; our own limits end the check.
    if (error instanceof NetError && ["reset", "malformed", "too-large"].includes(error.code))
      return null;
    throw error;
  }
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
