import { existsSync, globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Asset, assetPath, version } from "@sekimori/kit-server/installation";
import { expect, test } from "vitest";
import assets from "../assets.json" with { type: "json" };
import product from "../package.json" with { type: "json" };

const root = fileURLToPath(new URL("..", import.meta.url));

test("the version is the one of the product's package.json, and no part has its own", () => {
  expect(version).toBe(product.version);
  for (const folder of product.workspaces) {
    const part = JSON.parse(readFileSync(`${root}${folder}/package.json`, "utf8"));
    expect(part, folder).not.toHaveProperty("version");
  }
});

test("operators read of the version first in the changelog", () => {
  const [, newest] = /^## (\d+\.\d+\.\d+)/m.exec(readFileSync(`${root}CHANGELOG.md`, "utf8")) ?? [];
  expect(newest).toBe(version);
});

test("each asset is where the table says", () => {
  // Web apps are built, which a test of the server does not wait for.
  const kept = Object.keys(assets).filter((asset) => !asset.startsWith("web/"));
  expect(kept.length).toBeGreaterThan(5);
  expect(kept.filter((asset) => !existsSync(assetPath(asset as Asset)))).toEqual([]);
});

test("what runs in production finds no file beside itself, because a bundle has no such place", () => {
  const files = globSync(
    "{cli,diagnosis,kit/{contract,server,charts},{portal,karte,console}/{contract,server}}/**/*.ts",
    {
      cwd: root,
      exclude: [
        "**/{node_modules,testing,development,comparison,lab,fixtures}/**",
        "**/*.test.ts",
        // The start of the source tree, and programs that write files into it.
        "cli/{main,commands/start}.ts",
        "**/{generate,import-*,write-*}.ts",
        "kit/server/installation/installation.ts",
      ],
    },
  );
  expect(files.length).toBeGreaterThan(500);
  const beside = files.filter((file) =>
    /import\.meta|__dirname|createRequire/.test(readFileSync(root + file, "utf8")),
  );
  expect(beside).toEqual([]);
});
