import { defineCheck, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { untilCut } from "../../engine/until-cut.ts";
import type { HttpResponse } from "../../net/clients.ts";
import { NetError } from "../../net/net-error.ts";
import { TEMPLATES, type Template } from "../../templates/template.ts";
import { type WebService, webServices } from "./web/web-services.ts";

type Outcome = "none" | "present" | `panel-${"low" | "medium"}` | `open-${"medium" | "high"}`;

/** No more of a page is searched. */
const SEARCHED = 262_144;
/** Nobody has a path of this name: what answers for it answers for everything. */
const CONTROL = "/an-application-that-does-not-exist-4f1d7c/";

/**
 * Applications recognised by the templates of `templates/`: administration and development tools whose
 * login is open to all, or that ask for none (CIS Controls v8, 4.4, 12.3; OWASP ASVS 5.0 13.4). Each path
 * is asked for once, and counts only when a made-up path looks different.
 */
export const appPrint = defineCheck({
  id: "app-print",
  category: "ports",
  scope: "address",
  title: { ja: "公開された管理用アプリケーション", en: "Administration tools open to everyone" },
  explanation: {
    ja: "開発や管理のための画面が公開されていると、パスワードの総当たりや脆弱性の悪用の入口になります。ログインを求めないものは、誰でもそのまま操作できます。",
    en: "Development and administration tools are entry points for password guessing and exploits. Those that require no login can be used by anyone.",
  },
  remedy: {
    ja: "管理用の画面は、VPNや接続元の制限、多要素認証の内側に置いてください。必ずログインを求める設定にしてください。",
    en: "Put administration tools behind a VPN, a list of permitted addresses or multi-factor authentication, and always require a login.",
  },
  source: [
    {
      title: "CIS Controls v8, 4.4, 12.3",
      url: "https://www.cisecurity.org/controls/secure-configuration-of-enterprise-assets-and-software",
    },
    {
      title: "OWASP ASVS 5.0 13.4",
      url: "https://owasp.org/www-project-application-security-verification-standard/",
    },
  ],
  outcomes: {
    none: {
      state: "pass",
      severity: null,
      text: {
        ja: "管理用の画面は見つかりませんでした。",
        en: "No administration tools were found.",
      },
    },
    present: {
      state: "info",
      severity: "info",
      text: {
        ja: "{subject}が動いています({app.url})。",
        en: "{subject} runs here ({app.url}).",
      },
    },
    "panel-low": panel("low"),
    "panel-medium": panel("medium"),
    "open-medium": usable("medium"),
    "open-high": usable("high"),
  },
  async *run(context): AsyncGenerator<Observation<Outcome>> {
    const services = await webServices(context);
    const found = new Map<string, Observation<Outcome>>();
    const questions = services.flatMap((service) =>
      TEMPLATES.map((template) => [service, template] as const),
    );
    const cut = await untilCut(questions, async ([service, template]) => {
      const seen = await recognise(context, service, template, service === services[0]);
      // The first template of an application that fits says the most of it.
      const key = `${template.name} ${service.port}`;
      if (seen !== null && weight(seen) > weight(found.get(key))) found.set(key, seen);
    });
    yield* found.values();
    if (cut) throw cut;
    if (found.size === 0) yield { outcome: "none" };
  },
});

const ORDER: readonly string[] = [
  "present",
  "panel-low",
  "panel-medium",
  "open-medium",
  "open-high",
];

function weight(observation: Observation<Outcome> | undefined): number {
  return observation === undefined ? -1 : ORDER.indexOf(observation.outcome);
}

async function recognise(
  context: CheckContext,
  service: WebService,
  template: Template,
  isSite: boolean,
): Promise<Observation<Outcome> | null> {
  if (template.path !== "/" && !isSite) return null;
  const { origin } = new URL(service.url);
  const page =
    template.path === "/" ? service.page : await fetchOrNull(context, `${origin}${template.path}`);
  if (page === null || !matches(template, page)) return null;
  if (template.path !== "/") {
    const control = await fetchOrNull(context, `${origin}${CONTROL}`);
    if (control === null || matches(template, control)) return null;
  }
  const version = versionIn(template, page);
  return {
    outcome: outcomeOf(template),
    subject: template.name,
    place: { port: service.port, url: `${origin}${template.path}` },
    facts: [
      { name: "app.name", value: template.name },
      { name: "app.template", value: template.id },
      { name: "app.url", value: `${origin}${template.path}` },
      ...(template.product && version
        ? [
            { name: "service.product", value: template.product },
            { name: "service.version", value: version },
          ]
        : []),
    ],
  };
}

function outcomeOf({ shows, severity }: Template): Outcome {
  if (shows === "panel") return severity === "low" ? "panel-low" : "panel-medium";
  if (shows === "open") return severity === "high" ? "open-high" : "open-medium";
  return "present";
}

function matches(template: Template, page: HttpResponse): boolean {
  if (!template.status.includes(page.status)) return false;
  const headers = Object.entries(template.headers).every(([name, source]) =>
    new RegExp(source, "i").test(page.header(name) ?? ""),
  );
  if (!headers) return false;
  const text = template.body.length > 0 ? page.text().slice(0, SEARCHED) : "";
  return template.body.every((source) => new RegExp(source, "i").test(text));
}

function versionIn({ version }: Template, page: HttpResponse): string | null {
  if (version === null) return null;
  const text =
    version.header === null ? page.text().slice(0, SEARCHED) : page.header(version.header);
  return new RegExp(version.pattern, "i").exec(text ?? "")?.[1] ?? null;
}

async function fetchOrNull(context: CheckContext, url: string): Promise<HttpResponse | null> {
  try {
    return await context.http.fetch(url);
  } catch (error) {
    if (!(error instanceof NetError)) throw error;
    if (["budget", "aborted", "busy"].includes(error.code)) throw error;
    return null;
  }
}

function panel<const S extends "low" | "medium">(severity: S) {
  return {
    state: severity === "low" ? "warn" : "fail",
    severity,
    text: {
      ja: "{subject}のログイン画面が誰にでも公開されています({app.url})。",
      en: "The login page of {subject} is open to everyone ({app.url}).",
    },
  } as const;
}

function usable<const S extends "medium" | "high">(severity: S) {
  return {
    state: "fail",
    severity,
    text: {
      ja: "{subject}が、ログインなしで誰にでも使える状態です({app.url})。",
      en: "{subject} can be used by anyone, without a login ({app.url}).",
    },
  } as const;
}
