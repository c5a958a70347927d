import { expect, it } from "vitest";
import { loadData } from "../../../data/load-data.ts";
import { librariesIn } from "./libraries.ts";

/* Which version an address names, judged before it was tried: a whole one, at the library's own name. */

const { libraries } = loadData();

it.each<[url: string, found: string]>([
  ["https://x.jp/js/jquery-1.12.4.min.js", "jquery 1.12.4"],
  ["https://x.jp/js/jquery-1.12.4.min.js?ver=3.7.1#x", "jquery 1.12.4"],
  ["https://x.jp/js/jquery-1.7.min.js", "jquery 1.7"],
  ["https://x.jp/js/jquery-3.js", ""],
  ["https://x.jp/docs/jquery-3.4.1-upgrade-guide.html", ""],
  ["https://cdn.jsdelivr.net/npm/vue@2", ""],
  ["https://cdn.jsdelivr.net/npm/vue@3", ""],
  ["https://cdn.jsdelivr.net/npm/vue@2.6", ""],
  ["https://cdn.jsdelivr.net/npm/vue@2.7.16/dist/vue.js", "vue 2.7.16"],
  ["https://unpkg.com/vue@2.6.10/dist/vue.min.js", "vue 2.6.10"],
  ["https://unpkg.com/lodash@4.17.15/lodash.min.js", "lodash 4.17.15"],
  ["https://unpkg.com/moment@2.24.0/min/moment.min.js", "moment.js 2.24.0"],
  [
    "https://cdn.jsdelivr.net/combine/npm/jquery@3.4.1,npm/lodash@4.17.15",
    "jquery 3.4.1, lodash 4.17.15",
  ],
  ["https://unpkg.com/@types/jquery@3.4.1/index.js", ""],
  ["https://ajax.googleapis.com/ajax/libs/jquery/1/jquery.min.js", ""],
  ["https://ajax.googleapis.com/ajax/libs/jquery/1.12/jquery.min.js", ""],
  ["https://ajax.googleapis.com/ajax/libs/jquery/2.1.4/jquery.min.js", "jquery 2.1.4"],
  ["https://ajax.googleapis.com/ajax/libs/angularjs/1.7.8/angular.min.js", "angularjs 1.7.8"],
  ["https://code.angularjs.org/1.7.8/angular.min.js", "angularjs 1.7.8"],
  ["https://maxcdn.bootstrapcdn.com/bootstrap/3.3.7/js/bootstrap.min.js", "bootstrap 3.3.7"],
  ["https://x.jp/assets/1/angular.min.js", ""],
  ["https://x.jp/release/1.0.3/angular.min.js", ""],
  ["https://x.jp/1.0.0/js/bootstrap.min.js", ""],
  ["https://x.jp/themes/2/js/bootstrap.min.js", ""],
  ["https://x.jp/20240101/lodash.min.js", ""],
])("%s: %s", (url, found) => {
  const named = librariesIn([url], [], libraries);
  expect(named.map(({ library, version }) => `${library} ${version}`).join(", ")).toBe(found);
});
