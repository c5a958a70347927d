import { expect, test, vi } from "vitest";
import { hrefOf } from "./place.ts";
import type { Route } from "./route.ts";
import { createRouter } from "./router.ts";
import type { Move } from "./show.ts";
import { memoryEntries } from "./testing/memory-entries.ts";

/** A page that is there when the test says so. */
function slow() {
  const { promise, resolve, reject } = Promise.withResolvers<() => null>();
  return { part: () => promise, arrive: () => resolve(() => null), fail: reject };
}

const component = () => null;
const ready = async () => component;

function started(first: string, table: readonly Partial<Route>[]) {
  const routes = [
    ...table.map((route): Route => ({ path: "*", parts: [ready], ...route })),
    ...["/a", "/b", "/c"].map((path): Route => ({ path, parts: [ready] })),
  ];
  const history = memoryEntries(first);
  const moves: Move[] = [];
  const router = createRouter({
    routes,
    entries: history.entries,
    async show(change, move) {
      moves.push(move);
      change();
    },
  });
  const at = () => {
    const shown = router.shown();
    return shown && hrefOf(shown.place);
  };
  return { router, history, moves, at, ready: router.start() };
}

/** A router that has shown its first page. */
async function arrived(first: string, table: readonly Partial<Route>[] = []) {
  const { ready, ...rest } = started(first, table);
  await ready;
  return rest;
}

/** One that is shown a page which takes its time at `/slow`. */
async function arrivedBeforeSlow() {
  const page = slow();
  return { page, ...(await arrived("/a", [{ path: "/slow", parts: [page.part] }])) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("the first page is shown without moving, and writes no history", async () => {
  const { ready, at, moves, history } = started("/a?x=1#y", []);
  expect(at()).toBeUndefined();
  await ready;
  expect(at()).toBe("/a?x=1#y");
  expect(moves).toEqual(["none"]);
  expect(history.hrefs()).toEqual(["/a?x=1#y"]);
});

test("a page comes in from the right with what it is handed; the way back goes left", async () => {
  const { router, at, moves, history } = await arrived("/a");
  await router.navigate("/b", { state: { from: "/a" } });
  expect(router.shown()?.place.state).toEqual({ from: "/a" });
  history.step(-1);
  await settled();
  expect(at()).toBe("/a");
  history.step(1);
  await settled();
  expect(router.shown()?.place.state).toEqual({ from: "/a" });
  expect(moves).toEqual(["none", "forward", "reverse", "forward"]);
  expect(history.hrefs()).toEqual(["/a", "/b"]);
});

test("what the browser or the page has moved itself does not move again", async () => {
  const { router, moves, history, at } = await arrived("/a");
  await router.navigate("/b", { animated: false });
  history.step(-1, true);
  await settled();
  history.follow("#part");
  await settled();
  expect(at()).toBe("/a#part");
  expect(moves).toEqual(["none", "none", "none", "none"]);
});

test("replacing leaves no entry behind, and neither does going where one is", async () => {
  const { router, history } = await arrived("/a");
  await router.navigate("/b");
  await router.navigate("/c", { replace: true });
  await router.navigate("/c");
  expect(history.hrefs()).toEqual(["/a", "/c"]);
});

test("a query alone stays on the page", async () => {
  const { router, at } = await arrived("/a?x=1");
  await router.navigate("?y=2");
  expect(at()).toBe("/a?y=2");
  await router.navigate("?");
  expect(at()).toBe("/a");
});

test("a redirect decides before anything of the page is fetched or written", async () => {
  const fetched = vi.fn(ready);
  const { router, at, history } = await arrived("/a", [
    { path: "/private", redirect: () => "/b", parts: [fetched] },
  ]);
  await router.navigate("/private");
  expect(at()).toBe("/b");
  expect(history.hrefs()).toEqual(["/a", "/b"]);
  expect(fetched).not.toHaveBeenCalled();
});

test.each(["first page", "step back"])("a redirected %s takes the entry's place", async (how) => {
  let closed = how === "first page";
  const { router, at, history } = await arrived("/private", [
    { path: "/private", redirect: () => (closed ? "/b" : undefined) },
  ]);
  if (how === "step back") {
    await router.navigate("/c");
    closed = true;
    history.step(-1);
    await settled();
    expect(history.hrefs()).toEqual(["/b", "/c"]);
  } else expect(history.hrefs()).toEqual(["/b"]);
  expect(at()).toBe("/b");
  expect(history.position()).toBe(0);
});

test("the redirect is told whether the visit begins", async () => {
  const redirect = vi.fn<NonNullable<Route["redirect"]>>(() => undefined);
  const { router } = await arrived("/a", [{ path: "/a", redirect }]);
  await router.navigate("/a?again");
  expect(redirect.mock.calls.map(([, first]) => first)).toEqual([true, false]);
});

test.each(["first page", "navigation", "step back"])(
  "a circle of redirects ends on a page that says so: %s",
  async (how) => {
    let closed = how === "first page";
    const { router, history } = await arrived(closed ? "/left" : "/a", [
      { path: "/left", redirect: () => (closed ? "/right" : undefined) },
      { path: "/right", redirect: () => "/left" },
    ]);
    if (how === "navigation") {
      closed = true;
      await router.navigate("/left");
    }
    if (how === "step back") {
      await router.navigate("/left");
      await router.navigate("/a");
      closed = true;
      history.step(-1);
      await settled();
    }
    expect(String(router.shown()?.failure?.error)).toContain("circle");
    expect(router.isLoading()).toBe(false);
    await router.navigate("/b");
    expect(router.shown()?.failure).toBeUndefined();
  },
);

test("the former page stays while the next is on its way", async () => {
  const { page, router, at, history } = await arrivedBeforeSlow();
  const going = router.navigate("/slow");
  await settled();
  expect(router.isLoading()).toBe(true);
  expect(at()).toBe("/a");
  expect(history.hrefs()).toEqual(["/a"]);
  page.arrive();
  await going;
  expect(router.isLoading()).toBe(false);
  expect(at()).toBe("/slow");
});

test("only the last navigation ends", async () => {
  const { page, router, at, history } = await arrivedBeforeSlow();
  const overtaken = router.navigate("/slow");
  await router.navigate("/b");
  page.arrive();
  await overtaken;
  await settled();
  expect(at()).toBe("/b");
  expect(history.hrefs()).toEqual(["/a", "/b"]);
});

test("a page that is about to move in does not come over the one shown after it", async () => {
  const { promise: isPrepared, resolve: begin } = Promise.withResolvers<void>();
  const router = createRouter({
    routes: ["/a", "/b", "/c"].map((path): Route => ({ path, parts: [ready] })),
    entries: memoryEntries("/a").entries,
    async show(change, move) {
      if (move === "forward") await isPrepared;
      change();
    },
  });
  await router.start();
  const moving = router.navigate("/b");
  await settled();
  await router.navigate("/c", { animated: false });
  begin();
  await moving;
  expect(router.shown()?.place.pathname).toBe("/c");
});

test("what cannot be loaded is missing inside the frames that could, and tried again", async () => {
  const parts = [ready, vi.fn(ready).mockRejectedValueOnce(new Error("no connection"))];
  const { router, at } = await arrived("/a", [{ path: "/lost", parts }]);
  await router.navigate("/lost");
  expect(at()).toBe("/lost");
  expect(router.shown()?.parts).toHaveLength(1);
  expect(router.shown()?.failure?.error).toEqual(new Error("no connection"));
  await router.navigate("/a");
  await router.navigate("/lost");
  expect(router.shown()?.parts).toHaveLength(2);
  expect(router.shown()?.failure).toBeUndefined();
});

test("a frame that cannot be loaded leaves out the page in it", async () => {
  const failing = () => Promise.reject(new Error("no connection"));
  const { router } = await arrived("/lost", [{ path: "/lost", parts: [failing, ready] }]);
  expect(router.shown()?.parts).toEqual([]);
  expect(router.shown()?.failure).toBeDefined();
});

test("asked again, the redirect sends a page away that it had let pass", async () => {
  let signedIn = true;
  const { router, at, history } = await arrived("/private", [
    { path: "/private", redirect: () => (signedIn ? undefined : "/b") },
  ]);
  await router.revalidate();
  expect(at()).toBe("/private");
  signedIn = false;
  await router.revalidate();
  expect(at()).toBe("/b");
  expect(history.hrefs()).toEqual(["/b"]);
});

test("asked again while a page is on its way, the redirect judges that page", async () => {
  let signedIn = true;
  const page = slow();
  const { router, at } = await arrived("/a", [
    { path: "/private", redirect: () => (signedIn ? undefined : "/b"), parts: [page.part] },
  ]);
  void router.navigate("/private");
  signedIn = false;
  await router.revalidate();
  page.arrive();
  await settled();
  expect(at()).toBe("/b");
});

test("a page on its way that may still be shown is shown once", async () => {
  const { page, router, at, moves } = await arrivedBeforeSlow();
  void router.navigate("/slow");
  void router.revalidate();
  await settled();
  page.arrive();
  await settled();
  expect(at()).toBe("/slow");
  expect(moves).toEqual(["none", "forward"]);
});

test("who changes what the guard knows and goes on in the same breath is not overtaken", async () => {
  let signedIn = false;
  const { router, history, at } = await arrived("/login", [
    { path: "/login", redirect: () => (signedIn ? "/b" : undefined) },
  ]);
  signedIn = true;
  const asked = router.revalidate();
  await Promise.all([asked, router.navigate("/c", { replace: true })]);
  expect(at()).toBe("/c");
  expect(history.hrefs()).toEqual(["/c"]);
});

test("listeners hear of loading and of the page, until they leave", async () => {
  const { router } = await arrived("/a");
  const heard: string[] = [];
  const leave = router.subscribe(() =>
    heard.push(router.isLoading() ? "loading" : String(router.shown()?.place.pathname)),
  );
  await router.navigate("/b");
  leave();
  await router.navigate("/c");
  expect(heard).toEqual(["loading", "/b"]);
});
