import type { TestClient } from "@sekimori/kit-server/testing";
import { type Arrival, follow } from "./relying-party.ts";
import { type TestPortal, testOrigin } from "./test-portal.ts";

/** Posts a form's body as a browser without scripts does, and follows where it leads. */
export async function post(
  portal: TestPortal,
  browser: TestClient,
  address: string,
  body: string,
  origin = testOrigin,
): Promise<Arrival> {
  const url = new URL(address, testOrigin);
  const response = await portal.app.inject({
    method: "POST",
    url: url.pathname + url.search,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      origin,
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    },
    payload: body,
    remoteAddress: "192.0.2.99",
  });
  for (const { name, value, expires, maxAge } of response.cookies) {
    if (maxAge === 0 || (expires && expires.getTime() === 0)) browser.cookies.delete(name);
    else browser.cookies.set(name, value);
  }
  const { location } = response.headers;
  if (typeof location !== "string") {
    return { url, status: response.statusCode, text: response.body };
  }
  const next = new URL(location, url);
  if (next.origin !== url.origin) return { url: next, status: response.statusCode, text: "" };
  return follow(browser, next.href);
}

/** Sends a form of a plain page, by the name at the end of its action. */
export function submitForm(
  portal: TestPortal,
  browser: TestClient,
  page: Arrival,
  name: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Arrival> {
  const pattern = new RegExp(`<form method="post" action="([^"]+/${name})">([\\s\\S]*?)</form>`);
  const [, action, inner] = pattern.exec(page.text) ?? [];
  if (action === undefined || inner === undefined) throw new Error(`No form ${name}: ${page.text}`);
  const hidden = [...inner.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
    ([, field = "", value = ""]): [string, string] => [field, value],
  );
  const body = new URLSearchParams([...hidden, ...Object.entries(fields)]).toString();
  return post(portal, browser, action, body);
}

/** Answers whatever the plain pages ask, until the browser is back at the application. */
export async function answerAll(
  portal: TestPortal,
  browser: TestClient,
  first: Arrival,
  credentials: { readonly email: string; readonly password: string },
): Promise<Arrival & { readonly asked: readonly string[] }> {
  const asked: string[] = [];
  let page = first;
  while (page.url.origin === testOrigin) {
    const names = ["sign-in", "allow", "continue"] as const;
    const name = names.find((one) => page.text.includes(`/${one}">`));
    if (name === undefined || asked.length > 6) throw new Error(`Stuck: ${page.text}`);
    asked.push(name);
    const fields = name === "sign-in" ? credentials : {};
    page = await submitForm(portal, browser, page, name, fields);
  }
  return { ...page, asked };
}
