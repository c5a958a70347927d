import { expect, it } from "vitest";
import { both, html } from "./html.ts";

it("escapes every value, also inside attributes and lists", () => {
  const evil = `"><script>alert('1')</script>&`;
  const escaped = "&#34;&#62;&#60;script&#62;alert(&#39;1&#39;)&#60;/script&#62;&#38;";
  expect(html`<p title="${evil}">${[evil, html`<b>${evil}</b>`]}${null}${3}</p>`.text).toBe(
    `<p title="${escaped}">${escaped}<b>${escaped}</b>3</p>`,
  );
  expect(both({ ja: "<あ>", en: "<a>" }).text).toBe(
    '<span lang="ja">&#60;あ&#62;</span><span lang="en">&#60;a&#62;</span>',
  );
});
