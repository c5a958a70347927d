import { afterEach, expect, test, vi } from "vitest";
import { createToastQueue } from "./toast-queue.ts";
import { toastTitle } from "./toast-titles.ts";

afterEach(() => vi.useRealTimers());

test("closes the previous toast before it shows the next", () => {
  const queue = createToastQueue({ duration: 0 });
  const seen: (string | undefined)[] = [];
  queue.subscribe(() => seen.push(queue.current()?.title));
  queue.show({ tone: "success", title: "first" });
  queue.show({ tone: "danger", title: "second" });
  expect(seen).toEqual(["first", undefined, "second"]);
});

test("keeps a toast for ever when the duration is 0", () => {
  vi.useFakeTimers();
  const queue = createToastQueue({ duration: 0 });
  queue.show({ tone: "success", title: "stays" });
  vi.advanceTimersByTime(24 * 60 * 60_000);
  expect(queue.current()?.title).toBe("stays");
});

test("a replaced toast's time does not close its successor", () => {
  vi.useFakeTimers();
  const queue = createToastQueue({ duration: 1_000 });
  queue.show({ tone: "success", title: "first" });
  vi.advanceTimersByTime(900);
  queue.show({ tone: "success", title: "second" });
  vi.advanceTimersByTime(900);
  expect(queue.current()?.title).toBe("second");
  vi.advanceTimersByTime(100);
  expect(queue.current()).toBeUndefined();
});

test("closing a toast that is gone leaves the present one alone", () => {
  const queue = createToastQueue({ duration: 0 });
  const first = queue.show({ tone: "success", title: "first" });
  queue.show({ tone: "success", title: "second" });
  queue.close(first);
  expect(queue.current()?.title).toBe("second");
});

test("a toast goes with the page or the act that it speaks of, whatever it says", () => {
  const queue = createToastQueue({ duration: 0 });
  for (const tone of ["success", "danger"] as const) {
    queue.show({ tone, title: tone });
    queue.clear();
    expect(queue.current()).toBeUndefined();
  }
});

test("a listener that left hears nothing", () => {
  const queue = createToastQueue({ duration: 0 });
  const listener = vi.fn();
  queue.subscribe(listener)();
  queue.show({ tone: "success", title: "unheard" });
  expect(listener).not.toHaveBeenCalled();
});

const rules = [
  { screen: "/login", title: "sign-in" },
  { screen: "/setting", title: "settings" },
  { screen: "/setting", method: "PUT", path: "/profile", title: "name" },
  { method: "PUT", title: "any change" },
] as const;

test.each([
  [{ screen: "/login" }, "sign-in"],
  [{ screen: "/login", method: "POST", path: "/sign-in" }, "sign-in"],
  [{ screen: "/setting", method: "PUT", path: "/profile" }, "name"],
  [{ screen: "/setting", method: "PUT", path: "/language" }, "settings"],
  [{ screen: "/other", method: "PUT", path: "/language" }, "any change"],
  [{ screen: "/other" }, "default"],
] as const)("titles a message from %j %s", (source, title) => {
  expect(toastTitle<string>(rules, source, "default")).toBe(title);
});
