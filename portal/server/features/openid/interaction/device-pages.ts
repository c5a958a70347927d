import type { Locale } from "@sekimori/kit-contract/locale";
import { html } from "@sekimori/kit-server/html";
import type { Client, ErrorOut, KoaContextWithOIDC } from "oidc-provider";
import type { PortalContext } from "../../../context.ts";
import { readNames } from "../clients/client-names.ts";
import { portalLink, sendPage } from "./engine-pages.ts";
import { readerLanguage } from "./reader-language.ts";

/** Letters of the code that people type; a hyphen stands in the middle. */
export const userCodeLetters = 8;

const text = {
  enter: { ja: "デバイスのコードを入力", en: "Enter your device's code" },
  enterLead: {
    ja: `ログインしたいデバイスに表示されている${userCodeLetters}文字のコードを入力してください。`,
    en: `Enter the ${userCodeLetters}-letter code shown on the device where you want to log in.`,
  },
  code: { ja: "コード", en: "Code" },
  next: { ja: "次へ", en: "Continue" },
  confirm: { ja: "このデバイスを接続しますか", en: "Connect this device?" },
  same: {
    ja: "お手元のデバイスに同じコードが表示されていることを確認してください。",
    en: "Make sure your own device shows the same code.",
  },
  warning: {
    ja: "ほかの人から送られてきたコードは入力しないでください。相手にアカウントを使われてしまいます。",
    en: "Never enter a code that somebody sent you. They could use your account.",
  },
  connect: { ja: "接続する", en: "Connect" },
  refuse: { ja: "接続しない", en: "Don't connect" },
  connected: { ja: "接続しました", en: "Your device is connected" },
  connectedLead: {
    ja: "デバイスに戻ってください。この画面は閉じてかまいません。",
    en: "Go back to the device. You can close this page.",
  },
  refused: { ja: "デバイスは接続されていません", en: "Your device wasn't connected" },
  refusedLead: { ja: "この画面は閉じてかまいません。", en: "You can close this page." },
  another: { ja: "別のコードを入力する", en: "Enter another code" },
  failed: { ja: "接続できませんでした", en: "We couldn't connect your device" },
} as const;

/** What went wrong with a code, by the class of the engine's error. */
const failures: Readonly<Record<string, Readonly<Record<Locale, string>>>> = {
  NoCodeError: { ja: "コードを入力してください。", en: "Enter the code." },
  NotFoundError: {
    ja: "このコードは正しくありません。もう一度確認してください。",
    en: "This code is wrong. Check it and try again.",
  },
  ExpiredError: {
    ja: "このコードは期限が切れています。デバイスで新しいコードを表示してください。",
    en: "This code has expired. Get a new one on your device.",
  },
  AlreadyUsedError: {
    ja: "このコードはもう使われています。デバイスで新しいコードを表示してください。",
    en: "This code has already been used. Get a new one on your device.",
  },
};

const otherFailure = {
  ja: "問題が発生しました。もう一度お試しください。",
  en: "Something went wrong. Try again.",
} as const;

const addressOf = (ctx: KoaContextWithOIDC): string => ctx.oidc.urlFor("code_verification");

/** What the engine compares with the form's, so that no other site can send one. */
function proofOf({ oidc }: KoaContextWithOIDC): string {
  const { secret } = (oidc.session?.state ?? {}) as { readonly secret?: string };
  return secret ?? "";
}

interface Failed {
  readonly out?: ErrorOut | undefined;
  readonly failure?: (Error & { readonly userCode?: string }) | undefined;
}

/** Somebody did not want it, here or where they were asked for consent. */
function refusedPage(context: PortalContext, ctx: KoaContextWithOIDC): void {
  const locale = readerLanguage(context, ctx);
  const title = text.refused[locale];
  sendPage(context, ctx, {
    locale,
    title,
    body: html`<h1>${title}</h1><p>${text.refusedLead[locale]}</p>
<p><a href="${addressOf(ctx)}">${text.another[locale]}</a></p>${portalLink(context, locale)}`,
  });
}

/** Asks for the code that a device shows, and says what was wrong with the last one. */
export function codePage(
  context: PortalContext,
  ctx: KoaContextWithOIDC,
  { out, failure }: Failed,
): void {
  if (failure?.name === "AbortedError") {
    refusedPage(context, ctx);
    return;
  }
  const locale = readerLanguage(context, ctx);
  const problem = failure && (failures[failure.name] ?? otherFailure)[locale];
  const isRefused = out !== undefined && failure !== undefined && !(failure.name in failures);
  const title = (isRefused ? text.failed : text.enter)[locale];
  sendPage(context, ctx, {
    locale,
    title,
    body: html`<h1>${title}</h1><p id="lead">${text.enterLead[locale]}</p>
<form method="post" action="${addressOf(ctx)}" novalidate><input type="hidden" name="xsrf" value="${proofOf(ctx)}">
<label for="code">${text.code[locale]}</label>
<input id="code" name="user_code" value="${failure?.userCode ?? ""}" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="20" aria-describedby="${problem ? "problem lead" : "lead"}"${problem && html` aria-invalid="true"`}>
${problem && html`<p id="problem" role="alert">${problem}</p>`}
<button type="submit">${text.next[locale]}</button></form>`,
  });
}

/** Shows what the code belongs to before anybody signs in for it (RFC 8628, section 5.4). */
export function confirmPage(
  context: PortalContext,
  ctx: KoaContextWithOIDC,
  client: Client,
  code: string,
): void {
  const locale = readerLanguage(context, ctx);
  const name = readNames(client.metadata(), client.clientId)[locale];
  const { logo } = client;
  // The name stands beside it, so it has no text of its own.
  const picture = logo !== undefined && html`<img src="${logo}" alt="" width="48" height="48">`;
  sendPage(context, ctx, {
    locale,
    title: text.confirm[locale],
    hasPicture: logo !== undefined,
    body: html`<h1>${text.confirm[locale]}</h1>
<p class="application">${picture}<strong>${name}</strong></p><p class="code">${code}</p><p>${text.same[locale]}</p><p>${text.warning[locale]}</p>
<form method="post" action="${addressOf(ctx)}"><input type="hidden" name="xsrf" value="${proofOf(ctx)}">
<input type="hidden" name="user_code" value="${code}">
<button type="submit" name="confirm" value="yes">${text.connect[locale]}</button>
<button type="submit" name="abort" value="yes" class="second">${text.refuse[locale]}</button></form>`,
  });
}

/** The person is done here; the device goes on by itself. */
export function connectedPage(context: PortalContext, ctx: KoaContextWithOIDC): void {
  const locale = readerLanguage(context, ctx);
  sendPage(context, ctx, {
    locale,
    title: text.connected[locale],
    body: html`<h1>${text.connected[locale]}</h1><p>${text.connectedLead[locale]}</p>
${portalLink(context, locale)}`,
  });
}
