import { defineCheck, inconclusive, type Observation } from "../../engine/check.ts";
import { type Fault, faults, objectionsAt } from "../../engine/checks-elsewhere.ts";
import type { CheckContext } from "../../engine/context.ts";
import { isBlocked } from "../page/block-page.ts";
import { BLOCKED } from "../page/reasons.ts";
import { surveyPorts } from "../ports/open-ports.ts";
import { ACCEPTS_EVERYTHING } from "../ports/reasons.ts";
import { type WebService, webServices } from "../ports/web/web-services.ts";
import { httpChecks } from "./index.ts";
import { SERVICE_UNDECIDED, TOO_MANY_SERVICES } from "./reasons.ts";

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
export const webEach = defineCheck({
  id: "web-each",
  category: "ports",
  scope: "address",
  title: { ja: "別のポートのWebサービス", en: "Web services on other ports" },
  explanation: {
    ja: "本体のサイトが守られていても、別のポートで動く管理画面や試験用のページが、暗号化や保護の設定なしに公開されていることがあります。",
    en: "Even when the site itself is protected, consoles and test pages on other ports are often open without encryption or protection.",
  },
  remedy: {
    ja: "使っていないサービスは停止するか外部から遮断し、必要なものはHTTPSと保護用のヘッダーを備えた本体と同じ入口から提供してください。個々の問題の直し方は、サイト本体の同じ項目と変わりません。",
    en: "Stop services no one needs or block outside access to them, and serve the rest through the same entry point as the site, with HTTPS and protective headers. Each problem is mended as it is on the site itself.",
  },
  source: [
    {
      title: "OWASP ASVS 5.0 3.4, 12.2",
      url: "https://owasp.org/www-project-application-security-verification-standard/",
    },
  ],
  outcomes: {
    none: {
      state: "pass",
      severity: null,
      text: {
        ja: "別のポートで動くWebサービスは見つかりませんでした。",
        en: "No web services were found on other ports.",
      },
    },
    sound: {
      state: "pass",
      severity: null,
      text: {
        ja: "ポート{subject}番のWebサービスは暗号化され、サイト本体と同じ確認で問題は見つかりませんでした。",
        en: "The web service on port {subject} is encrypted, and the site's own checks found no problems there.",
      },
    },
    redirects: {
      state: "pass",
      severity: null,
      text: {
        ja: "ポート{subject}番のWebサービスは、{web.target}へ転送するだけです。",
        en: "The web service on port {subject} only redirects to {web.target}.",
      },
    },
    plain: {
      state: "fail",
      severity: "medium",
      text: {
        ja: "ポート{subject}番のWebサービスが、暗号化されていません。",
        en: "The web service on port {subject} is not encrypted.",
      },
    },
    ...faults({
      ja: "ポート{web.port}番のWebサービスで、サイト本体と同じ確認（{web.check}）が問題を見つけました。",
      en: "On the web service on port {web.port}, a check of the site itself ({web.check}) found a problem.",
    }),
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
  const about = { subject: String(port), place: { port, url } };
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
      text: {
        ja: `ポート${port}番のWebサービス：${finding.summary.ja}`,
        en: `Web service on port ${port}: ${finding.summary.en}`,
      },
      place: { port, url: finding.place.url ?? url },
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
    http: {
      fetch: (url, request) => context.http.fetch(url, request),
      root: async () => page,
    },
    once: (key, produce) => context.once(`web ${port} ${key}`, produce),
  };
}
