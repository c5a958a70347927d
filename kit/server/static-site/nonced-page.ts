const placeholder = "\u0000nonce\u0000";

/** Elements whose loading the policy decides by nonce. */
const guarded = /<(script|style|link)\b(?![^>]*\bnonce=)/gi;

/**
 * Prepares an HTML page of ours for a policy with a nonce: every script, style and link carries
 * it, and a `csp-nonce` meta element tells it to libraries that add style elements at run time.
 *
 * @returns a function that gives the page for one nonce.
 */
export function noncedPage(html: string): (nonce: string) => string {
  const meta = `<meta property="csp-nonce" nonce="${placeholder}">`;
  const parts = html
    .replace(guarded, `<$1 nonce="${placeholder}"`)
    .replace(/<head\b[^>]*>/i, (head) => `${head}${meta}`)
    .split(placeholder);
  return (nonce) => parts.join(nonce);
}
