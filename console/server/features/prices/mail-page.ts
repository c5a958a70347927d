import { html } from "@sekimori/kit-server/html";

/** An email as a page that is looked at and nothing else: its subject above it, as mail programs show it. */
export function mailPage(mail: { readonly subject: string; readonly html: string }): string {
  const subject = html`<p style="margin:0;padding:16px 20px;border-bottom:1px solid #8884;font:700 16px/1.5 sans-serif">${mail.subject}</p>`;
  return mail.html.replace(/<body[^>]*>/, (body) => `${body}${subject.markup}`);
}
