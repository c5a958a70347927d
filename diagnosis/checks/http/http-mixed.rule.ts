import { defineCheck, inconclusive, notApplicable, type Observation } from "../../engine/check.ts";
import {
  elementsOf,
  isCutOff,
  isOwnMachine,
  type PageElement,
  resolver,
  runs,
} from "../page/elements.ts";
import { directive, enforcedPolicies } from "./csp/policies.ts";
import { httpMixedTexts } from "./http-mixed.texts.ts";
import { withDocument } from "./page/front-page.ts";
import { CUT_OFF, NOT_HTTPS } from "./reasons.texts.ts";

/** Addresses shown as evidence. */
const MAX_SHOWN = 10;

/** Attributes whose content can change the page or take what a visitor types; and those that only show. */
const ACTIVE: Readonly<Record<string, string>> = {
  script: "src",
  iframe: "src",
  frame: "src",
  embed: "src",
  object: "data",
  form: "action",
  button: "formaction",
  input: "formaction",
};
const PASSIVE: Readonly<Record<string, string>> = {
  img: "src",
  audio: "src",
  video: "src",
  source: "src",
};

/** An HTTPS page loads or sends nothing over plain HTTP (Mixed Content §3; OWASP ASVS 5.0 12.2.1). */
export const httpMixed = defineCheck(httpMixedTexts, {
  id: "http-mixed",
  category: "http",
  scope: "address",
  outcomes: {
    clean: { state: "pass", severity: null },
    active: { state: "fail", severity: "high" },
    passive: { state: "warn", severity: "low" },
  },
  run: (context) =>
    withDocument(context, (page) => {
      if (!page.url.startsWith("https:")) return notApplicable(NOT_HTTPS);
      const upgrades = enforcedPolicies(page).some(
        (policy) => directive(policy, "upgrade-insecure-requests") !== null,
      );
      const resolve = resolver(page);
      const plain = (attributes: Readonly<Record<string, string>>) => {
        const found = new Set<string>();
        const look = (reference: string | undefined) => {
          const url = resolve(reference);
          const isPlain = url?.protocol === "http:" && !isOwnMachine(url);
          if (isPlain && !upgrades) found.add(url.href);
        };
        for (const element of elementsOf(page).filter((one) => !one.withoutScripts)) {
          look(referenceOf(element, attributes));
          if (attributes === PASSIVE) imageSet(element).forEach(look);
        }
        return [...found];
      };
      const [active, passive] = [plain(ACTIVE), plain(PASSIVE)];
      const facts = [
        { name: "mixed.active", value: active.length > 0 },
        { name: "mixed.passive", value: passive.length > 0 },
        { name: "mixed.activeUrls", value: active.slice(0, MAX_SHOWN) },
        { name: "mixed.passiveUrls", value: passive.slice(0, MAX_SHOWN) },
      ];
      const found: Observation<"active" | "passive">[] = [];
      if (active.length > 0) found.push({ outcome: "active", facts });
      if (passive.length > 0) found.push({ outcome: "passive", facts });
      if (found.length > 0) return found;
      return isCutOff(page) ? inconclusive(CUT_OFF, facts) : { outcome: "clean", facts };
    }),
});

/** Addresses in the list of sizes of a picture (HTML, "srcset attributes"). */
function imageSet({ name, attributes }: PageElement): readonly string[] {
  if (name !== "img" && name !== "source") return [];
  const entries = (attributes.srcset ?? "").trim().split(/\s*,\s+|\s+[\d.]+[wx]\s*,\s*/);
  return entries.flatMap((entry) => entry.split(/\s/, 1)).filter((address) => address !== "");
}

function referenceOf(
  { name, attributes }: PageElement,
  wanted: Readonly<Record<string, string>>,
): string | undefined {
  if (name === "link" && wanted === ACTIVE)
    return /\bstylesheet\b/i.test(attributes.rel ?? "") ? attributes.href : undefined;
  // Held back until the visitor agrees, or data of the page's own: no browser fetches it.
  if (name === "script" && !runs(attributes)) return undefined;
  const attribute = wanted[name];
  return attribute === undefined ? undefined : attributes[attribute];
}
