import type { CheckContext } from "../../../engine/context.ts";
import type { HttpResponse } from "../../../net/clients.ts";
import {
  matchesAnswer,
  matchesCertificate,
  matchesText,
  versionIn,
} from "../../../templates/match.ts";
import type { HttpTemplate, Template, TlsTemplate } from "../../../templates/template.ts";
import { controlPath } from "../../page/control-path.ts";
import { orNull, type WebService } from "./web-services.ts";

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
  if (needsControl(template)) {
    const control = await ask(await controlPath(context, isFront ? "/page" : path));
    if (control === null || looksAlike(template, control)) return null;
  }
  return { url: `${origin}${path}`, version: versionIn(template, answer) };
}

/**
 * What is known by its texts alone is told from a site that answers everything so. A header of the
 * product's own at the front page needs no control: all its pages carry it.
 */
function needsControl({ path, shows, headers }: HttpTemplate): boolean {
  return path !== "/" || (shows !== "present" && Object.keys(headers).length === 0);
}

/** The made-up path shows the same, with whatever status; many applications lead it to their own login. */
function looksAlike(template: HttpTemplate, control: HttpResponse): boolean {
  if (template.path === "/" && control.hops.length > 0) return false;
  return matchesAnswer(template, control) || matchesText(template, control);
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
