import { defineCheck, inconclusive, notApplicable, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import type { Fact } from "../../engine/finding.ts";
import { untilCut } from "../../engine/until-cut.ts";
import { on, recover } from "../../net/recover.ts";
import { isBlocked } from "../page/block-page.ts";
import { controlPath } from "../page/control-path.ts";
import { BLOCKED } from "../page/reasons.texts.ts";
import { expFilesTexts } from "./exp-files.texts.ts";
import { FILE_SIGNATURES } from "./files/signatures.ts";
import { origin, ownAnswer } from "./page/front-page.ts";
import { FILES_UNDECIDED, NO_WEB } from "./reasons.texts.ts";

type Outcome = "none" | "critical" | "high" | "medium" | "guessable";

/**
 * Files that give away source code, secrets or the server's inside (OWASP ASVS 5.0 13.4.1). A file counts
 * only by its contents, critical only by a secret in them, and never when a made-up path beside it shows the
 * same; the contents themselves are not kept.
 */
export const expFiles = defineCheck(expFilesTexts, {
  id: "exp-files",
  category: "http",
  scope: "address",
  outcomes: {
    none: { state: "pass", severity: null },
    critical: { state: "fail", severity: "critical" },
    high: { state: "fail", severity: "high" },
    medium: { state: "fail", severity: "medium" },
    guessable: { state: "fail", severity: "medium" },
  },
  async *run(context): AsyncGenerator<Observation<Outcome>> {
    const base = await origin(context);
    if (base === null) return yield notApplicable(NO_WEB);
    const page = await ownAnswer(context);
    if (page !== null && (await isBlocked(context, page))) return yield inconclusive(BLOCKED);
    const found = new Map<string, Exclude<Outcome, "none">>();
    const facts: Fact[] = [];
    let undecided = false;
    const cut = await untilCut(new Set(FILE_SIGNATURES.map((file) => file.path)), async (path) => {
      const text = await contents(context, `${base}${path}`);
      const hit = signatureOf(path, text ?? "");
      // Only what looks like a file needs to be told from a site that answers everything so.
      const control = hit
        ? await contents(context, `${base}${await controlPath(context, path)}`)
        : "";
      undecided ||= text === null || control === null;
      if (hit && control !== null && !signatureOf(path, control)) found.set(path, hit.weight);
      facts.push({ name: `exposure.${path}`, value: found.has(path) });
    });
    for (const [path, outcome] of found) {
      yield { outcome, subject: path, place: { url: `${base}${path}` }, facts };
    }
    if (cut) throw cut;
    if (found.size > 0) return;
    yield undecided ? inconclusive(FILES_UNDECIDED) : { outcome: "none", facts };
  },
});

function signatureOf(path: string, text: string) {
  return FILE_SIGNATURES.find((file) => file.path === path && file.matches(text));
}

/** Text of a 200 answer; empty for any other status, null when the connection broke. */
async function contents(context: CheckContext, url: string): Promise<string | null> {
  const asked = context.http.fetch(url);
  const answer = await recover(asked, on(["reset", "malformed", "too-large"], null));
  if (answer === null || answer.status === 429 || answer.status >= 500) return null;
  return answer.status === 200 ? answer.text() : "";
}
