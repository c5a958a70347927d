import type { Locale } from "@sekimori/kit-contract/locale";

/** A mail ready to be queued: plain text first, the same sentences in HTML beside it. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** One piece of a mail's body, in reading order. */
export type MailBlock =
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "link"; readonly label: string; readonly url: string }
  | { readonly kind: "table"; readonly rows: readonly (readonly [string, string])[] };

/** Who sends, for the foot of every mail. All from settings, never from a request. */
export interface MailSender {
  readonly serviceName: string;
  readonly providerName: Readonly<Record<Locale, string>>;
  readonly portalOrigin: string;
  readonly contactUrl: string;
}

export const paragraph = (text: string): MailBlock => ({ kind: "paragraph", text });
export const code = (text: string): MailBlock => ({ kind: "code", text });
export const link = (label: string, url: string): MailBlock => ({ kind: "link", label, url });
export const table = (rows: readonly (readonly [string, string])[]): MailBlock => ({
  kind: "table",
  rows,
});

const foot: Readonly<Record<Locale, (sender: MailSender) => readonly string[]>> = {
  ja: ({ serviceName, providerName, contactUrl }) => [
    `${serviceName}(${providerName.ja})`,
    "このメールは送信専用のアドレスから自動で送られています。",
    `お問い合わせ: ${contactUrl}`,
  ],
  en: ({ serviceName, providerName, contactUrl }) => [
    `${serviceName} (${providerName.en})`,
    "This mail was sent automatically from an address that does not receive replies.",
    `Contact: ${contactUrl}`,
  ],
};

/** Text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

function blockAsText(block: MailBlock): string {
  switch (block.kind) {
    case "paragraph":
      return block.text;
    case "code":
      return `    ${block.text}`;
    case "link":
      return `${block.label}\n${block.url}`;
    case "table":
      return block.rows.map(([name, value]) => `${name}: ${value}`).join("\n");
  }
}

const cell = "padding:6px 12px 6px 0;text-align:left;vertical-align:top;font-size:14px";

function blockAsHtml(block: MailBlock): string {
  switch (block.kind) {
    case "paragraph":
      return `<p style="margin:0 0 16px">${escapeHtml(block.text).replaceAll("\n", "<br>")}</p>`;
    case "code":
      return `<p style="margin:0 0 16px;font:600 28px/1.4 ui-monospace,monospace;letter-spacing:.2em">${escapeHtml(block.text)}</p>`;
    case "link":
      return `<p style="margin:0 0 16px"><a href="${escapeHtml(block.url)}" style="color:#22407f">${escapeHtml(block.label)}</a></p>`;
    case "table": {
      const rows = block.rows.map(
        ([name, value]) =>
          `<tr><th scope="row" style="${cell};font-weight:600">${escapeHtml(name)}</th><td style="${cell}">${escapeHtml(value)}</td></tr>`,
      );
      return `<table role="presentation" style="border-collapse:collapse;margin:0 0 16px">${rows.join("")}</table>`;
    }
  }
}

/** Builds both forms of a mail from the same blocks, so that neither says what the other omits. */
export function composeMail(
  sender: MailSender,
  locale: Locale,
  subject: string,
  blocks: readonly MailBlock[],
): MailContent {
  const footLines = foot[locale](sender);
  const text = [...blocks.map(blockAsText), `--\n${footLines.join("\n")}`].join("\n\n");
  const body = blocks.map(blockAsHtml).join("");
  const html = `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body style="margin:0;padding:24px;background:#f8f9fb;color:#1a1a1a;font:16px/1.7 sans-serif"><main style="max-width:560px;margin:0 auto;padding:32px;background:#fff;border-radius:8px"><p style="margin:0 0 24px;font-weight:700;color:#22407f">${escapeHtml(sender.serviceName)}</p>${body}</main><footer style="max-width:560px;margin:16px auto 0;font-size:12px;color:#5c5c5c">${footLines.map(escapeHtml).join("<br>")}</footer></body></html>`;
  return { subject: `${subject} - ${sender.serviceName}`, text, html };
}
