import { defineCheck, inconclusive, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import type { Fact } from "../../engine/finding.ts";
import { untilCut } from "../../engine/until-cut.ts";
import { TEMPLATES } from "../../templates/built-in.ts";
import type { Template } from "../../templates/template.ts";
import { isBlocked } from "../page/block-page.ts";
import { BLOCKED } from "../page/reasons.ts";
import { recognised } from "./web/recognised.ts";
import { type WebService, webServices } from "./web/web-services.ts";

type Outcome = "none" | "present" | `panel-${"low" | "medium"}` | `open-${"medium" | "high"}`;

/**
 * Applications recognised by the templates of `templates/`, at the site and at every other web service of
 * the address: administration and development tools whose login is open to all, or that ask for none (CIS
 * Controls v8, 4.4, 12.3; OWASP ASVS 5.0 13.4). Each path is asked for once, and counts only when a made-up
 * path looks different.
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
        ja: "{app.name}が動いています（{app.url}）。",
        en: "{app.name} runs here ({app.url}).",
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
      const seen = await recognise(context, service, template);
      // The template of an application that fits and weighs most says the most of it.
      const key = `${template.name} ${service.port}`;
      if (seen !== null && weight(seen) > weight(found.get(key))) found.set(key, seen);
    });
    yield* found.values();
    if (cut) throw cut;
    if (found.size > 0) return;
    const blocked = await Promise.all(services.map(({ page }) => isBlocked(context, page)));
    yield blocked.includes(true) ? inconclusive(BLOCKED) : { outcome: "none" };
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
): Promise<Observation<Outcome> | null> {
  const found = await recognised(context, service, template);
  if (found === null) return null;
  const { port } = service;
  const facts: Fact[] = [
    { name: "app.name", value: template.name },
    { name: "app.template", value: template.id },
    { name: "app.url", value: found.url },
  ];
  if (found.version !== null)
    facts.push(
      { name: "service.product", value: template.product ?? template.name },
      { name: "service.version", value: found.version },
    );
  return {
    outcome: outcomeOf(template),
    // The site's keeps its name across scans; the same application elsewhere is another matter.
    subject: service.isSite ? template.name : `${template.name} ${port}`,
    text: template.text,
    place: { port, url: found.url },
    facts,
  };
}

function outcomeOf({ shows, severity }: Template): Outcome {
  if (shows === "panel") return severity === "low" ? "panel-low" : "panel-medium";
  if (shows === "open") return severity === "high" ? "open-high" : "open-medium";
  return "present";
}

function panel<const S extends "low" | "medium">(severity: S) {
  return {
    state: severity === "low" ? "warn" : "fail",
    severity,
    text: {
      ja: "{app.name}のログイン画面が誰にでも公開されています（{app.url}）。",
      en: "The login page of {app.name} is open to everyone ({app.url}).",
    },
  } as const;
}

function usable<const S extends "medium" | "high">(severity: S) {
  return {
    state: "fail",
    severity,
    text: {
      ja: "{app.name}が、ログインなしで誰にでも使える状態です（{app.url}）。",
      en: "{app.name} can be used by anyone, without a login ({app.url}).",
    },
  } as const;
}
