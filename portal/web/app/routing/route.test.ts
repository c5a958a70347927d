import { expect, test } from "vitest";
import { type Route, routeOf, within } from "./route.ts";

const route = (path: string): Route => ({ path, parts: [] });
const routes = ["/", "/login", "/account", "/account/agreement", "/third-party/karte/*", "*"].map(
  route,
);

test.each([
  ["/", "/"],
  ["/login", "/login"],
  ["/login/", "/login"],
  ["/LOGIN", "/login"],
  ["/account/agreement", "/account/agreement"],
  ["/account/agreement/x", "*"],
  ["/account/", "/account"],
  ["/third-party/karte", "/third-party/karte/*"],
  ["/third-party/karte/", "/third-party/karte/*"],
  ["/third-party/karte/site/list", "/third-party/karte/*"],
  ["/third-party/kartell", "*"],
  ["//", "/"],
  ["/loginx", "*"],
  ["/no/such/page", "*"],
])("%s belongs to %s", (pathname, path) => {
  expect(routeOf(routes, pathname)?.path).toBe(path);
});

test("a path that no route has", () => {
  expect(routeOf([route("/login")], "/other")).toBeUndefined();
});

test("frames stand around a page from the outside in", async () => {
  const part = (name: string) => async () => () => name;
  const page: Route = { path: "/a", parts: [part("page")] };
  const [framed] = within(part("outer"), within(part("inner"), [page]));
  const parts = await Promise.all((framed?.parts ?? []).map((load) => load()));
  expect(parts.map((component) => (component as () => string)())).toEqual([
    "outer",
    "inner",
    "page",
  ]);
  expect(page.parts).toHaveLength(1);
});
