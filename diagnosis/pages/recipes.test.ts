import { describe, expect, it } from "vitest";
import { exampleRecipes, RECIPES } from "./recipes.ts";

const all = Object.keys(RECIPES).flatMap((check) =>
  exampleRecipes(check).map(({ product, text }) => [check, product, text] as const),
);
const headers = ["http-hsts", "http-csp", "http-frame", "http-nosniff", "http-referrer"];

describe("no recipe harms what works", () => {
  it.each(all)("%s for %s", (check, _product, text) => {
    // Renewing renews.
    expect(text).not.toContain("--dry-run");
    // Clients that know no TLS 1.3 stay.
    if (/TLSv1\.3|tls1\.3/i.test(text)) expect(text).toMatch(/1\.2/);
    // Only a domain that has no mail refuses all of it at once.
    if (check === "mail-nullmx") return;
    expect(text).not.toMatch(/v=spf1[^"]*-all/);
    if (text.includes("v=DMARC1")) expect(text).toMatch(/p=none; rua=/);
  });

  it.each(headers)("%s: one block sets every header, each once", (check) => {
    for (const { product, text } of exampleRecipes(check)) {
      const names = [
        "Strict-Transport-Security",
        "Content-Security-Policy",
        "X-Content-Type-Options",
        "Referrer-Policy",
      ];
      for (const name of names) expect(text.split(name), product).toHaveLength(2);
    }
    expect(exampleRecipes(check)).toHaveLength(4);
  });

  it.each(headers.filter((check) => check !== "http-csp"))(
    "%s: the block beside bars no script and no picture of others",
    (check) => {
      for (const { text } of exampleRecipes(check))
        expect(text).not.toMatch(/default-src|script-src/);
    },
  );
});
