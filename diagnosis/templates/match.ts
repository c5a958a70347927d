import type { X509Certificate } from "node:crypto";
import type { HttpResponse } from "../net/clients.ts";
import type { HttpTemplate, TlsTemplate } from "./template.ts";

/** No more of a page is searched. */
const SEARCHED = 262_144;

/** Whether an answer looks as the template says. */
export function matchesAnswer(template: HttpTemplate, answer: HttpResponse): boolean {
  if (!template.status.includes(answer.status)) return false;
  if (template.endsAt?.test(new URL(answer.url).pathname) === false) return false;
  const headers = Object.entries(template.headers);
  if (!headers.every(([name, pattern]) => pattern.test(answer.header(name) ?? ""))) return false;
  return template.body.length === 0 || matchesText(template, answer);
}

/** Whether the text of an answer, of whatever status, is what the template describes; false where it has none. */
export function matchesText({ body }: HttpTemplate, answer: HttpResponse): boolean {
  const text = searched(answer);
  return body.length > 0 && body.every((pattern) => pattern.test(text));
}

/** The version that a matching answer shows; null when it shows none. */
export function versionIn({ version }: HttpTemplate, answer: HttpResponse): string | null {
  if (version === null) return null;
  const text = version.header === null ? searched(answer) : answer.header(version.header);
  return version.pattern.exec(text ?? "")?.[1] ?? null;
}

/** Whether a certificate says what the template says. */
export function matchesCertificate({ certificate }: TlsTemplate, leaf: X509Certificate): boolean {
  const { subject, issuer } = certificate;
  return (subject?.test(leaf.subject ?? "") ?? true) && (issuer?.test(leaf.issuer ?? "") ?? true);
}

function searched(answer: HttpResponse): string {
  return answer.text().slice(0, SEARCHED);
}
