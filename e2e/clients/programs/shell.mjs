// What the small applications of this folder have in common: pages, cookies, sessions in memory.
// Each brings its own way of signing in, which is what is tried.
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { createRemoteJWKSet, jwtVerify } from "jose";

export const {
  ISSUER: issuer,
  ORIGIN: origin,
  CLIENT_ID: clientId,
  CLIENT_SECRET: secret,
} = process.env;
export const callback = `${origin}/callback`;
export const random = () => randomBytes(32).toString("base64url");

const escapeHtml = (value) => value.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The sessions' ids at the portal are learnt from a logout token, once it has proved genuine. */
async function sessionEndedBy(token, jwksUri) {
  const { payload } = await jwtVerify(token, createRemoteJWKSet(new URL(jwksUri)), {
    issuer,
    audience: clientId,
    typ: "logout+jwt",
    requiredClaims: ["events", "iat", "jti", "sid"],
  });
  if (!("http://schemas.openid.net/event/backchannel-logout" in payload.events)) throw new Error();
  return payload.sid;
}

/** A signed-in person's page. */
export const signedInPage = (name) => `<p>Signed in as ${escapeHtml(name)}</p>
  <a href="/refresh">Refresh</a> <a href="/log-out">Log out</a>`;
export const signedOutPage = '<a href="/log-in">Log in</a>';
export const refreshedPage = '<p>Refreshed</p><a href="/">Back</a>';
export { sessionEndedBy };

/**
 * Serves an application.
 *
 * @param client `begin(memory)` answers where to go; `finish(url, memory)` and `refresh(session)`
 *   answer a session `{sub, sid, name, …}`; `end(session)` where to sign out; `jwksUri`
 */
export function serve(client) {
  const memories = new Map();
  const sessions = new Map();
  const cookieOf = (request, name) =>
    new RegExp(`(?:^|; )${name}=([^;]*)`).exec(request.headers.cookie ?? "")?.[1];
  const go = (response, location, cookies = []) =>
    response.writeHead(302, { location, "set-cookie": cookies }).end();
  const show = (response, page) =>
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
  const pages = {
    "/": (request, response) => {
      const session = sessions.get(cookieOf(request, "session"));
      show(response, session === undefined ? signedOutPage : signedInPage(session.name));
    },
    "/log-in": async (_request, response) => {
      const [id, memory] = [random(), {}];
      memories.set(id, memory);
      go(response, await client.begin(memory), [`login=${id}; HttpOnly; SameSite=Lax`]);
    },
    "/callback": async (request, response) => {
      const memory = memories.get(cookieOf(request, "login"));
      memories.delete(cookieOf(request, "login"));
      const session = await client.finish(new URL(request.url, origin), memory);
      const id = random();
      sessions.set(id, session);
      go(response, "/", [`session=${id}; HttpOnly; SameSite=Lax`]);
    },
    "/refresh": async (request, response) => {
      const id = cookieOf(request, "session");
      const session = sessions.get(id);
      sessions.set(id, { ...session, ...(await client.refresh(session)) });
      show(response, refreshedPage);
    },
    "/log-out": async (request, response) => {
      const session = sessions.get(cookieOf(request, "session"));
      sessions.delete(cookieOf(request, "session"));
      go(response, await client.end(session));
    },
    "/back-channel-logout": async (request, response) => {
      const form = new URLSearchParams(await text(request));
      const ended = await sessionEndedBy(form.get("logout_token"), client.jwksUri);
      for (const [id, { sid }] of sessions) if (sid === ended) sessions.delete(id);
      response.writeHead(200, { "cache-control": "no-store" }).end();
    },
  };
  const server = createServer(async (request, response) => {
    try {
      const page = pages[new URL(request.url, origin).pathname];
      if (page === undefined) response.writeHead(404).end();
      else await page(request, response);
    } catch (error) {
      console.error(error);
      response.writeHead(500).end(String(error));
    }
  });
  server.listen(Number(new URL(origin).port), "localhost");
}
