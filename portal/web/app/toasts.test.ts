import { afterEach, expect, test, vi } from "vitest";
import { toasts } from "./toasts.ts";

afterEach(() => vi.useRealTimers());

test("a message stays until it is closed (specification 8)", () => {
  vi.useFakeTimers();
  const id = toasts.show({ tone: "danger", title: "stays" });
  vi.advanceTimersByTime(24 * 60 * 60_000);
  expect(toasts.current()?.title).toBe("stays");
  toasts.close(id);
  expect(toasts.current()).toBeUndefined();
});
