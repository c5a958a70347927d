import type { World } from "@sekimori/diagnosis/fixtures/world";
import type { Locale, Localized } from "@sekimori/kit-contract/locale";
import { type Html, html } from "@sekimori/kit-server/html";
import { layout } from "../page/layout.ts";
import { sampleDomains } from "./company.ts";
import { challengeName, type SampleDomain } from "./sample-domain.ts";

const text = {
  title: { ja: "見本の会社", en: "Sample company" },
  lead: {
    ja: "診断の相手になる小さな会社です。Web、メール、DNSのサーバーが、このコンピューターの中だけで本当に動いています。",
    en: "A small company to scan. Its web, mail and name servers really run, on this computer alone.",
  },
  absent: {
    ja: "いまは動いていません。管理アプリケーションは実在するドメインを診断します。",
    en: "It isn't running. The management application scans real domains.",
  },
  domains: { ja: "ドメイン", en: "Domains" },
  domain: { ja: "ドメイン", en: "Domain" },
  note: { ja: "説明", en: "Description" },
  servers: { ja: "サーバー", en: "Servers" },
  address: { ja: "公開アドレス", en: "Published address" },
  ports: { ja: "ポート（実際の待ち受け）", en: "Ports (where they really listen)" },
  publish: { ja: "TXTレコードを公開する", en: "Publish a TXT record" },
  publishLead: {
    ja: "ドメインの持ち主がDNSに確認用の文字列を置く代わりです。管理アプリケーションに表示された名前と値を入れてください。",
    en: "Stands in for what a domain's owner does in their DNS. Enter the name and the value that the management application shows.",
  },
  name: { ja: "名前", en: "Name" },
  value: { ja: "値", en: "Value" },
  button: { ja: "公開する", en: "Publish" },
} as const satisfies Readonly<Record<string, Localized>>;

const domainRow = ({ name, note }: SampleDomain, locale: Locale) =>
  html`<tr><td><code>${name}</code></td><td class="wrap">${note[locale]}</td></tr>`;

function serverTable(company: World, locale: Locale): Html {
  const rows = company.network.hosts
    .filter(({ address }) => !address.includes(":"))
    .map(({ address, reachedAt = address, ports = {} }) => {
      const list = Object.entries(ports).map(([port, real]) => `${port} → ${reachedAt}:${real}`);
      return html`<tr><td><code>${address}</code></td><td class="wrap">${list.join(", ")}</td></tr>`;
    });
  return html`<div class="scroll"><table><thead><tr><th scope="col">${text.address[locale]}</th>
<th scope="col">${text.ports[locale]}</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** What the sample company has, where it really listens, and a way to add to its DNS. */
export function companyPage(company: World | undefined, locale: Locale, here: string): Html {
  const frame = { title: text.title, locale, path: "/company", here } as const;
  if (company === undefined) return layout(frame, html`<p>${text.absent[locale]}</p>`);
  return layout(
    frame,
    html`<p>${text.lead[locale]}</p>
<section><h2>${text.domains[locale]}</h2>
<div class="scroll"><table><thead><tr><th scope="col">${text.domain[locale]}</th>
<th scope="col">${text.note[locale]}</th></tr></thead>
<tbody>${sampleDomains.map((domain) => domainRow(domain, locale))}</tbody></table></div></section>
<section class="panel"><h2>${text.publish[locale]}</h2><p>${text.publishLead[locale]}</p>
<form method="post" action="/company/records">
<label for="name">${text.name[locale]}</label>
<div class="row"><input id="name" name="name" required placeholder="${challengeName("minato-kogei.example")}" size="44"></div>
<label for="text">${text.value[locale]}</label>
<div class="row"><input id="text" name="text" required size="44"><button>${text.button[locale]}</button></div>
</form></section>
<section><h2>${text.servers[locale]}</h2>${serverTable(company, locale)}</section>`,
  );
}
