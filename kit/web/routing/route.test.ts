import { expect, test } from "vitest";
import { type Route, routeOf } from "./route.ts";

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
