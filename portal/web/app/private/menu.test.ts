import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { expect, test, vi } from "vitest";

// The build turns `msg` into a descriptor; here the English text is enough.
vi.mock("@lingui/core/macro", () => ({ msg: ([text]: TemplateStringsArray) => ({ id: text }) }));

const { menu } = await import("./menu.ts");

const all = (items: ReturnType<typeof menu>): ReturnType<typeof menu> =>
  items.flatMap((item) => [item, ...all(item.subMenus)]);

test("has the keys of the specification, and every entry is live", () => {
  const items = all(menu(true));
  const keys = items.map(({ key }) => key);
  for (const key of ["1", "1-1", "1-2", "2", "2-1", "2-2", "2-3", "2-4", "2-5"]) {
    expect(keys).toContain(key);
  }
  expect(items.filter(({ disabled }) => disabled)).toEqual([]);
});

test("without an application only the portal's own pages are left", () => {
  const paths = all(menu(false)).flatMap(({ path }) => path ?? []);
  expect(paths).toEqual([pagePaths.security]);
});
