import { defineCheck, inconclusive, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { isBlocked } from "../page/block-page.ts";
import { surveyPorts } from "./open-ports.ts";
import { ACCEPTS_EVERYTHING } from "./reasons.ts";
import { type WebService, webServices } from "./web/web-services.ts";

type Outcome = "none" | "sound" | "plain" | "headers";

/** What the site's own checks ask for too; here one finding tells what is missing (MDN, Observatory). */
const EXPECTED = [
  "content-security-policy",
  "x-content-type-options",
  "strict-transport-security",
] as const;

/**
 * Web services beside the site, at any other open port: encrypted, with the headers that the
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
    ja: "使っていないサービスは停止するか外部から遮断し、必要なものはHTTPSと保護用のヘッダーを備えた本体と同じ入口から提供してください。",
    en: "Stop services no one needs or block outside access to them, and serve the rest through the same entry point as the site, with HTTPS and protective headers.",
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
        ja: "ポート{subject}番のWebサービスは暗号化され、保護用のヘッダーを備えています。",
        en: "The web service on port {subject} is encrypted and sends protective headers.",
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
    headers: {
      state: "warn",
      severity: "low",
      text: {
        ja: "ポート{subject}番のWebサービスに、保護用のヘッダー({web.missing})がありません。",
        en: "The web service on port {subject} lacks protective headers ({web.missing}).",
      },
    },
  },
  async run(context) {
    const { indiscriminate } = await surveyPorts(context);
    if (indiscriminate) return inconclusive(ACCEPTS_EVERYTHING);
    const services = await webServices(context);
    // A database that speaks HTTP is port-data's to report.
    const known = new Set(
      context.data.ports.flatMap(({ port, kind }) => (kind === "data" ? [port] : [])),
    );
    const others = services.filter(({ port }) => port !== 80 && port !== 443 && !known.has(port));
    const seen = (await Promise.all(others.map((one) => judge(context, one)))).flat();
    return seen.length > 0 ? seen : { outcome: "none" };
  },
});

async function judge(context: CheckContext, service: WebService): Promise<Observation<Outcome>[]> {
  const { port, url, page } = service;
  const about = { subject: String(port), place: { port, url } };
  if (await isBlocked(context, page)) return [];
  if (!url.startsWith("https:")) {
    const facts = [{ name: "web.answer", value: `HTTP ${page.status} ${url}` }];
    return [{ ...about, outcome: "plain", facts }];
  }
  const missing = EXPECTED.filter((name) => page.header(name) === null);
  const facts = [{ name: "web.missing", value: missing }];
  return [{ ...about, outcome: missing.length > 0 ? "headers" : "sound", facts }];
}
