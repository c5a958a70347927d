import { createServer } from "node:http";
import { runInNewContext } from "node:vm";

/*
 * A web application in a few lines, which nginx stands in front of: its front page sets one cookie. Arguments: the
 * socket, the cookie, and the line that sets it where that is one of Express's.
 */
const [socket = "", cookie = "", line = ""] = process.argv.slice(2);
const PAGE = '<!doctype html><html lang="ja"><title>Lab</title><p>An application of the lab.</p>\n';

/** Options of Express's `res.cookie`, as far as recipes have them. */
interface CookieOptions {
  readonly secure?: boolean;
  readonly httpOnly?: boolean;
  readonly sameSite?: string;
}

/** What Express makes of a cookie: names of attributes in this form, `Path=/` unless told otherwise. */
function written(name: string, value: string, options: CookieOptions): string {
  const { secure = false, httpOnly = false, sameSite } = options;
  return [
    `${name}=${encodeURIComponent(value)}`,
    "Path=/",
    ...(httpOnly ? ["HttpOnly"] : []),
    ...(secure ? ["Secure"] : []),
    ...(sameSite === undefined
      ? []
      : [`SameSite=${sameSite[0]?.toUpperCase()}${sameSite.slice(1)}`]),
  ].join("; ");
}

createServer((_request, response) => {
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
  const options = cookie.includes("SameSite=None") ? { sameSite: "none", secure: true } : {};
  const res = {
    cookie: (...told: readonly [string, string, CookieOptions]) =>
      response.setHeader("Set-Cookie", written(...told)),
  };
  if (line === "") response.setHeader("Set-Cookie", cookie);
  else runInNewContext(line, { res, name, value, options });
  response.end(PAGE);
}).listen(socket);
