import type { Locale, Localized } from "@sekimori/kit-contract/locale";
import { type Html, html } from "@sekimori/kit-server/html";
import { brandRules, detectBrand } from "./card-number.ts";
import { type CardBehaviour, testCards } from "./test-cards.ts";

const text = {
  behaviour: { ja: "起きること", en: "What happens" },
  numbers: { ja: "カード番号", en: "Card numbers" },
  name: { ja: "名前", en: "Name" },
  lead: {
    ja: "有効期限は未来の年月、セキュリティコードは3桁（American Expressは4桁）の好きな数字、名義人は好きなローマ字でかまいません。表にない番号は受け付けません。",
    en: "Use any expiry date in the future, any 3 digits as the security code (4 for American Express) and any name. Numbers that aren't in the table are refused.",
  },
} as const satisfies Readonly<Record<string, Localized>>;

/** The table of test cards for people. */
export function testCardTable(locale: Locale): Html {
  return html`<p>${text.lead[locale]}</p>
<div class="scroll"><table>
<thead><tr><th scope="col">${text.name[locale]}</th><th scope="col">${text.numbers[locale]}</th>
<th scope="col">${text.behaviour[locale]}</th></tr></thead>
<tbody>${(Object.keys(testCards) as CardBehaviour[]).map((behaviour) => {
    const { numbers, explanation } = testCards[behaviour];
    return html`<tr><td><code>${behaviour}</code></td>
<td>${numbers.map((number) => {
      const brand = detectBrand(number);
      return html`<div class="number"><code data-copy>${number}</code><span class="tag">${brand && brandRules[brand].name}</span></div>`;
    })}</td><td class="wrap">${explanation[locale]}</td></tr>`;
  })}</tbody></table></div>`;
}
