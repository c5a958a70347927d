import { html } from "../html/html.ts";

/** The strip at the head of every page of a staging installation. Its look is the page's affair. */
export const stagingNotice = html`<aside class="staging-notice" aria-label="Staging">
<p lang="ja">検証環境です。実在する方の情報や本物のカードを入力しないでください。</p>
<p lang="en">Staging: enter no real person's data and no real card.</p></aside>`;

/** The built page with the strip before everything that its scripts show. */
export function withStagingNotice(page: string): string {
  return page.replace(/<body\b[^>]*>/i, (body) => `${body}${stagingNotice.markup}`);
}
