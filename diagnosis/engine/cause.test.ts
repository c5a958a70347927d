import { expect, it } from "vitest";
import { causeKey } from "./cause.ts";

const place = { host: "example.jp" };

it("is one for findings of different checks that name the same thing", () => {
  const cause = { kind: "name", name: "shop.example.net" } as const;
  expect(causeKey({ check: "dns-lapsed", place, cause })).toBe(
    causeKey({ check: "dns-dangling", place: { host: "www.example.jp" }, cause }),
  );
});

it("tells kinds apart", () => {
  const named = (kind: "name" | "service") => ({ kind, name: "example.net" });
  const [name, service] = (["name", "service"] as const).map((kind) =>
    causeKey({ check: "a", place, cause: named(kind) }),
  );
  expect(name).not.toBe(service);
});

it("is the check at its host where none is named", () => {
  expect(causeKey({ check: "http-csp", place })).not.toBe(causeKey({ check: "http-hsts", place }));
  expect(causeKey({ check: "http-csp", place })).toBe(causeKey({ check: "http-csp", place }));
});
