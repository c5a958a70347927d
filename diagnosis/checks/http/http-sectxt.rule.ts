import { defineCheck, inconclusive, notApplicable } from "../../engine/check.ts";
import { isBlocked } from "../page/block-page.ts";
import { BLOCKED } from "../page/reasons.texts.ts";
import { httpSectxtTexts } from "./http-sectxt.texts.ts";
import { origin } from "./page/front-page.ts";
import { NO_WEB } from "./reasons.texts.ts";

/**
 * A security.txt in the well-known place (RFC 9116 §3) as plain text, with a contact (§2.5.3) and an
 * expiry date in the future (§2.5.5). A signed one carries the same lines.
 */
export const httpSectxt = defineCheck(httpSectxtTexts, {
  id: "http-sectxt",
  category: "http",
  scope: "address",
  outcomes: {
    present: { state: "pass", severity: null },
    expired: { state: "info", severity: "info" },
    invalid: { state: "info", severity: "info" },
    absent: { state: "info", severity: "info" },
  },
  async run(context) {
    const base = await origin(context);
    if (base === null) return notApplicable(NO_WEB);
    const answer = await context.http.fetch(`${base}/.well-known/security.txt`, { redirects: 2 });
    const text = /^\s*text\/plain\b/i.test(answer.header("content-type") ?? "")
      ? answer.text()
      : "";
    const present = answer.status === 200 && answer.leftFor === null && text !== "";
    const facts = [{ name: "sectxt.present", value: present }];
    if (!present && (await isBlocked(context, answer))) return inconclusive(BLOCKED, facts);
    if (!present) return { outcome: "absent", facts };
    const contacts = fields(text, "contact");
    const [expires, ...more] = fields(text, "expires");
    const until = Date.parse(expires ?? "");
    const all = [
      ...facts,
      { name: "sectxt.contacts", value: contacts },
      { name: "sectxt.expires", value: expires ?? "" },
    ];
    const isSound = contacts.length > 0 && contacts.every(isContact);
    if (!isSound || Number.isNaN(until) || more.length > 0)
      return { outcome: "invalid", facts: all };
    return { outcome: until < context.clock.now() ? "expired" : "present", facts: all };
  },
});

/** A contact is a URI, and on the Web one by HTTPS (§2.5.3): a bare address is not found by programs. */
function isContact(value: string): boolean {
  return /^[a-z][a-z0-9+.-]*:./i.test(value) && !/^http:/i.test(value);
}

/** Values of a field; §4 writes the names as ABNF strings, which ignore case (RFC 5234 §2.3). */
function fields(text: string, name: string): readonly string[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const at = line.indexOf(":");
    const key = line.slice(0, Math.max(0, at)).trim().toLowerCase();
    return key === name
      ? [
          line
            .slice(at + 1)
            .trim()
            .slice(0, 200),
        ]
      : [];
  });
}
