import { expect, test, vi } from "vitest";
import { type HistoryStep, historyEntries } from "./history-entries.ts";

/** As much of a window as the entries use; `step` is what its back and forward buttons do. */
function fakeWindow(href: string, stored: unknown = null) {
  const list: { url: URL; state: unknown }[] = [{ url: new URL(href), state: stored }];
  let at = 0;
  let listener: ((event: { hasUAVisualTransition: boolean }) => void) | undefined;
  const present = () => list[at] as (typeof list)[number];
  const part = (name: "href" | "origin" | "pathname" | "search" | "hash") => ({
    get: () => present().url[name],
  });
  const location = Object.defineProperties(
    {},
    {
      href: part("href"),
      origin: part("origin"),
      pathname: part("pathname"),
      search: part("search"),
      hash: part("hash"),
    },
  );
  const history = {
    get state() {
      return present().state;
    },
    pushState(state: unknown, _: string, url: string) {
      list.splice(++at, list.length, { url: new URL(url), state: structuredClone(state) });
    },
    replaceState(state: unknown, _: string, url?: string) {
      list[at] = { url: url ? new URL(url) : present().url, state: structuredClone(state) };
    },
  };
  const window = {
    history,
    location,
    addEventListener: (_: string, heard: typeof listener) => {
      listener = heard;
    },
  };
  return {
    window: window as unknown as Window,
    list,
    step(by: number) {
      at += by;
      listener?.({ hasUAVisualTransition: false });
    },
    followHash(hash: string) {
      list.splice(at + 1, list.length, { url: new URL(hash, present().url), state: null });
      at += 1;
      listener?.({ hasUAVisualTransition: false });
    },
  };
}

test("what others keep in an entry stays, a reload included", () => {
  const { window, list } = fakeWindow("https://app.example/a", { draft: { city: "Koto" } });
  historyEntries(window);
  expect(list[0]?.state).toEqual({ draft: { city: "Koto" }, index: 0 });
  historyEntries(window);
  expect(list[0]?.state).toEqual({ draft: { city: "Koto" }, index: 0 });
});

test("an entry carries what its page was handed", () => {
  const { window } = fakeWindow("https://app.example/a?x=1#y");
  const entries = historyEntries(window);
  expect(entries.present()).toEqual({
    pathname: "/a",
    search: "?x=1",
    hash: "#y",
    state: undefined,
  });
  entries.write(entries.resolve("/b?c=d", { from: "/a" }), "push");
  expect(entries.present()).toEqual({
    pathname: "/b",
    search: "?c=d",
    hash: "",
    state: { from: "/a" },
  });
});

test("a new place in an entry does not inherit what was typed at the former", () => {
  const { window, list } = fakeWindow("https://app.example/a", { index: 3, draft: { a: "b" } });
  const entries = historyEntries(window);
  entries.write(entries.resolve("/b"), "replace");
  expect(list).toHaveLength(1);
  expect(list[0]?.state).toEqual({ index: 3 });
});

test("back is told from forward, over pages, links within one and a reload", () => {
  const { window, step, followHash } = fakeWindow("https://app.example/a");
  const entries = historyEntries(window);
  const heard = vi.fn<(step: HistoryStep) => void>();
  entries.onStep(heard);
  entries.write(entries.resolve("/b"), "push");
  followHash("#part");
  step(-2);
  step(1);
  const reloaded = historyEntries(window);
  reloaded.onStep(heard);
  step(1);
  step(-1);
  expect(heard.mock.calls.map(([{ back }]) => (back ? "back" : "forward"))).toEqual([
    "forward",
    "back",
    "forward",
    "forward",
    "back",
  ]);
});

test.each(["https://elsewhere.example/", "//elsewhere.example/a", "javascript:alert(1)"])(
  "%s is no page of the app",
  (to) => {
    const { window } = fakeWindow("https://app.example/a");
    expect(() => historyEntries(window).resolve(to)).toThrow("not a page of this app");
  },
);

test("a path that begins with two slashes stays on the portal", () => {
  const { window, list } = fakeWindow("https://app.example/a");
  const entries = historyEntries(window);
  entries.write(entries.resolve("/.//elsewhere.example"), "push");
  expect(list[1]?.url.origin).toBe("https://app.example");
});
