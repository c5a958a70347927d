import { serviceCause } from "../../engine/cause.ts";
import { defineCheck, inconclusive, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import type { Fact } from "../../engine/finding.ts";
import { untilCut } from "../../engine/until-cut.ts";
import { TEMPLATES } from "../../templates/built-in.ts";
import type { Template } from "../../templates/template.ts";
import { isBlocked } from "../page/block-page.ts";
import { BLOCKED } from "../page/reasons.texts.ts";
import { appPrintTexts } from "./app-print.texts.ts";
import { recognised } from "./web/recognised.ts";
import { type WebService, webServices } from "./web/web-services.ts";

type Outcome = "none" | "present" | `panel-${"low" | "medium"}` | `open-${"medium" | "high"}`;

/**
 * Applications recognised by the templates of `templates/`, at the site and at every other web service of
 * the address: administration and development tools whose login is open to all, or that ask for none (CIS
 * Controls v8, 4.4, 12.3; OWASP ASVS 5.0 13.4). Each path is asked for once, and counts only when a made-up
 * path looks different.
 */
export const appPrint = defineCheck(appPrintTexts, {
  id: "app-print",
  category: "ports",
  scope: "address",
  outcomes: {
    none: { state: "pass", severity: null },
    present: { state: "info", severity: "info" },
    "panel-low": { state: "warn", severity: "low" },
    "panel-medium": { state: "fail", severity: "medium" },
    "open-medium": { state: "fail", severity: "medium" },
    "open-high": { state: "fail", severity: "high" },
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
    // At the site it is a product there; elsewhere the service itself is what should not be there.
    ...(service.isSite ? {} : { cause: serviceCause(context.target, port) }),
  };
}

function outcomeOf({ shows, severity }: Template): Outcome {
  if (shows === "panel") return severity === "low" ? "panel-low" : "panel-medium";
  if (shows === "open") return severity === "high" ? "open-high" : "open-medium";
  return "present";
}
