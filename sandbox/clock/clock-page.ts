import { formatMoment } from "@sekimori/kit-contract/dates";
import type { Locale, Localized } from "@sekimori/kit-contract/locale";
import { type Html, html } from "@sekimori/kit-server/html";
import { layout } from "../page/layout.ts";

const text = {
  title: { ja: "時計", en: "Clock" },
  lead: {
    ja: "製品が見る時刻を動かします。請求日や有効期限を、待たずに確かめられます。時計は動かした先から進み続けます。",
    en: "Moves the time that the product sees, so that billing days and expiry can be seen without waiting. It runs on from where it was moved to.",
  },
  now: { ja: "いまの時刻（日本時間）", en: "Time now (Tokyo)" },
  real: { ja: "実際の時刻どおりです", en: "Same as the real time" },
  moved: { ja: "実際の時刻との差", en: "Ahead of the real time by" },
  forward: { ja: "進める", en: "Advance" },
  set: { ja: "日時を指定する（日本時間）", en: "Set date and time (Tokyo)" },
  setButton: { ja: "この日時にする", en: "Set" },
  reset: { ja: "実際の時刻に戻す", en: "Return to the real time" },
  seconds: { ja: "秒", en: "seconds" },
} as const satisfies Readonly<Record<string, Localized>>;

const steps = [
  ["1m", { ja: "1分", en: "1 minute" }],
  ["10m", { ja: "10分", en: "10 minutes" }],
  ["1h", { ja: "1時間", en: "1 hour" }],
  ["8h", { ja: "8時間", en: "8 hours" }],
  ["1d", { ja: "1日", en: "1 day" }],
  ["7d", { ja: "7日", en: "7 days" }],
  ["31d", { ja: "31日", en: "31 days" }],
] as const;

export function clockPage(
  state: { readonly now: string; readonly offset_ms: number },
  locale: Locale,
  here: string,
): Html {
  const difference =
    state.offset_ms === 0
      ? text.real[locale]
      : `${text.moved[locale]} ${Math.round(state.offset_ms / 1000).toLocaleString(locale)} ${text.seconds[locale]}`;
  return layout(
    { title: text.title, locale, path: "/clock", here },
    html`<p>${text.lead[locale]}</p>
<section class="panel">
  <h2>${text.now[locale]}</h2>
  <p class="big"><time datetime="${state.now}">${formatMoment(state.now, locale)}</time></p>
  <p class="quiet">${difference}</p>
</section>
<section class="panel"><h2>${text.forward[locale]}</h2>
  <form method="post" action="/clock" class="row">${steps.map(
    ([value, name]) =>
      html`<button class="plain" name="advance" value="${value}">+${name[locale]}</button>`,
  )}</form>
</section>
<section class="panel">
  <form method="post" action="/clock"><label for="set">${text.set[locale]}</label>
    <div class="row"><input id="set" name="set" type="datetime-local" required>
    <button>${text.setButton[locale]}</button></div></form>
</section>
<form method="post" action="/clock"><button class="plain" name="reset" value="true">${text.reset[locale]}</button></form>`,
  );
}
