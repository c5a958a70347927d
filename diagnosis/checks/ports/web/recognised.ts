import type { CheckContext } from "../../../engine/context.ts";
import { matchesAnswer, matchesCertificate, versionIn } from "../../../templates/match.ts";
import type { HttpTemplate, Template, TlsTemplate } from "../../../templates/template.ts";
import { orNull, type WebService } from "./web-services.ts";

/** Nobody has a path of this name: what answers for it answers for everything. */
const CONTROL = "/an-application-that-does-not-exist-4f1d7c/";

/** Where an application shows itself, and the version it admits to. */
export interface Recognised {
  readonly url: string;
  readonly version: string | null;
}

/** Whether a web service shows what the template describes; null when it does not. */
export function recognised(
  context: CheckContext,
  service: WebService,
  template: Template,
): Promise<Recognised | null> {
  return template.kind === "http"
    ? byAnswer(context, service, template)
    : byCertificate(context, service, template);
}

async function byAnswer(
  context: CheckContext,
  service: WebService,
  template: HttpTemplate,
): Promise<Recognised | null> {
  const { origin } = new URL(service.url);
  const { method, path } = template;
  const request = method === "GET" ? {} : { method };
  const ask = (asked: string) => orNull(context.http.fetch(`${origin}${asked}`, request));
  // A database that speaks HTTP has no other pages.
  if (path !== "/" && service.kind === "data") return null;
  const isFront = path === "/" && method === "GET";
  const answer = isFront ? service.page : await ask(path);
  if (answer === null || !matchesAnswer(template, answer)) return null;
  if (path !== "/") {
    const control = await ask(CONTROL);
    if (control === null || matchesAnswer(template, control)) return null;
  }
  return { url: `${origin}${path}`, version: versionIn(template, answer) };
}

async function byCertificate(
  context: CheckContext,
  { url, port }: WebService,
  template: TlsTemplate,
): Promise<Recognised | null> {
  if (!url.startsWith("https:")) return null;
  const session = await orNull(context.tls.handshake(port === 443 ? {} : { port }));
  const leaf = session?.certificates[0];
  return leaf && matchesCertificate(template, leaf) ? { url, version: null } : null;
}
