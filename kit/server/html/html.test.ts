import { describe, expect, it } from "vitest";
import { html, jsonIsland } from "./html.ts";

describe("html", () => {
  it("escapes text and attributes", () => {
    const evil = `"><script>alert('1')</script>&`;
    expect(html`<a title="${evil}">${evil}</a>`.markup).toBe(
      '<a title="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;">&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;</a>',
    );
  });

  it("nests its own markup and lists", () => {
    const items = ["a", "<b>"].map((item) => html`<li>${item}</li>`);
    expect(html`<ul>${items}</ul>${undefined}${false}${0}`.markup).toBe(
      "<ul><li>a</li><li>&lt;b&gt;</li></ul>0",
    );
  });
});

describe("jsonIsland", () => {
  it("cannot be left by its data", () => {
    const { markup } = jsonIsland("data", { text: "</script><!--" });
    expect(markup.match(/<\/script>/g)).toHaveLength(1);
    const json = markup.replace(/^[^>]*>/, "").replace("</script>", "");
    expect(JSON.parse(json)).toEqual({ text: "</script><!--" });
  });
});
