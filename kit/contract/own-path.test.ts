import { expect, test } from "vitest";
import { ownPath } from "./own-path.ts";

test.each([
  ["/", "/"],
  ["/group/list?page=2", "/group/list?page=2"],
  ["/search?q=a/../b", "/search?q=a/../b"],
  ["/検索?q=関", "/%E6%A4%9C%E7%B4%A2?q=%E9%96%A2"],
  ["/a.b/..c/...", "/a.b/..c/..."],
  ["/list#row", "/list#row"],
])("%s is a path of ours: %s", (text, path) => {
  expect(ownPath(text)).toBe(path);
});

test.each([
  "",
  "group/list",
  "https://elsewhere.example/",
  "javascript:alert(1)",
  "//elsewhere.example",
  "///elsewhere.example",
  "/\\elsewhere.example",
  "\\\\elsewhere.example",
  "/.//elsewhere.example",
  "/..",
  "/../../setting/security",
  "/./setting",
  "/a/../../setting",
  "/%2e%2e/setting",
  "/%2E./setting",
  "/.%2e/%2e%2e/setting",
  "/%2e/setting",
  "/..%2fsetting",
  "/a%5c..%5csetting",
  "/..?x=1",
  "/..#x",
  "/a\tb",
  "/\n/elsewhere.example",
  "/ /elsewhere.example",
  "/\u0000",
])("%j is none", (text) => {
  expect(ownPath(text)).toBeUndefined();
});
