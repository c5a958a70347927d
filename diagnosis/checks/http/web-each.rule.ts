import { serviceCause } from "../../engine/cause.ts";
import { defineCheck, inconclusive, type Observation } from "../../engine/check.ts";
import { FAULTS, type Fault, objectionsAt } from "../../engine/checks-elsewhere.ts";
import type { CheckContext } from "../../engine/context.ts";
import { isBlocked } from "../page/block-page.ts";
import { BLOCKED } from "../page/reasons.texts.ts";
import { surveyPorts } from "../ports/open-ports.ts";
import { ACCEPTS_EVERYTHING } from "../ports/reasons.texts.ts";
import { type WebService, webServices } from "../ports/web/web-services.ts";
import { httpChecks } from "./index.ts";
import { SERVICE_UNDECIDED, TOO_MANY_SERVICES } from "./reasons.texts.ts";
import { atWebService, webEachTexts } from "./web-each.texts.ts";

type Outcome = "none" | "sound" | "redirects" | "plain" | Fault;

/** One takes some thirty requests, a quarter of a minute at the pace that is kept. */
const MAX_EXAMINED = 4;

/** What concerns the host as a whole, or port 80 beside 443. */
const SITE_ONLY: ReadonlySet<string> = new Set(["http-none", "http-redirect", "http-sectxt"]);
const CHECKS = httpChecks.filter(({ id }) => !SITE_ONLY.has(id));

/**
 * Web services beside the site, at any other open port: encrypted, and examined by the checks that the
 * site itself is asked for (OWASP ASVS 5.0 3.4, 12.2); their certificates are tls-service's. A firewall's
 * page is not judged.
 */
export const webEach = defineCheck(webEachTexts, {
  id: "web-each",
  category: "ports",
  scope: "address",
  outcomes: {
    none: { state: "pass", severity: null },
    sound: { state: "pass", severity: null },
    redirects: { state: "pass", severity: null },
    plain: { state: "fail", severity: "medium" },
    ...FAULTS,
  },
  async *run(context): AsyncGenerator<Observation<Outcome>> {
    const { indiscriminate } = await surveyPorts(context);
    if (indiscriminate) return yield inconclusive(ACCEPTS_EVERYTHING);
    // A database that speaks HTTP is port-data's to report.
    const services = (await webServices(context)).filter(
      ({ isSite, kind }) => !isSite && kind === "web",
    );
    if (services.length === 0) return yield { outcome: "none" };
    for (const service of services.slice(0, MAX_EXAMINED)) yield* examined(context, service);
    const left = services.slice(MAX_EXAMINED).map(({ port }) => port);
    if (left.length > 0)
      yield inconclusive(TOO_MANY_SERVICES, [{ name: "web.unexamined", value: left.map(String) }]);
  },
});

async function* examined(
  context: CheckContext,
  service: WebService,
): AsyncGenerator<Observation<Outcome>> {
  const { port, url, page, leadsTo } = service;
  const cause = serviceCause(context.target, port);
  const about = { subject: String(port), place: { port, url }, cause };
  if (await isBlocked(context, page)) return yield { ...about, ...inconclusive(BLOCKED) };
  if (leadsTo !== null) {
    const facts = [{ name: "web.target", value: leadsTo }];
    return yield { ...about, outcome: "redirects", facts };
  }
  let isSound = true;
  if (!url.startsWith("https:")) {
    const facts = [{ name: "web.answer", value: `HTTP ${page.status} ${url}` }];
    yield { ...about, outcome: "plain", facts };
    isSound = false;
  }
  let undecided = false;
  // A browser heeds HSTS over HTTPS only (RFC 6797 §8.1).
  const checks = CHECKS.filter(({ id }) => id !== "http-hsts" || url.startsWith("https:"));
  for await (const one of objectionsAt(port, checks, asSite(context, service))) {
    if (one === "undecided") {
      undecided = true;
      continue;
    }
    isSound = false;
    const { outcome, subject, cap, finding } = one;
    yield {
      outcome,
      subject,
      cap,
      text: atWebService(port, finding.summary),
      place: { port, url: finding.place.url ?? url },
      cause,
      facts: [
        { name: "web.port", value: port },
        { name: "web.check", value: finding.check },
        ...finding.evidence,
      ],
    };
  }
  if (undecided) yield { ...about, ...inconclusive(SERVICE_UNDECIDED) };
  else if (isSound) yield { ...about, outcome: "sound" };
}

/** The context in which a check of the site takes the service for it. */
function asSite(context: CheckContext, { port, page }: WebService): CheckContext {
  return {
    ...context,
    http: { fetch: (...asked) => context.http.fetch(...asked), root: async () => page },
    once: (key, produce) => context.once(`web ${port} ${key}`, produce),
  };
}
