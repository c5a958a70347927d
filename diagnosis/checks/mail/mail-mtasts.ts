import { parsePolicy, validateMx } from "mailauth/lib/mta-sts.js";
import { defineCheck, notApplicable } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { NetError } from "../../net/net-error.ts";
import { mailHosts } from "../dns/mail-hosts.ts";
import { tagsOf } from "./dmarc/record.ts";
import { NO_MAIL } from "./reasons.ts";

/**
 * MTA-STS: the TXT that announces a policy, and the policy itself over HTTPS with a valid certificate
 * and without redirects (RFC 8461 §3.1 to §3.3).
 */
export const mailMtasts = defineCheck({
  id: "mail-mtasts",
  category: "mail",
  scope: "zone",
  title: {
    ja: "メール配送の暗号化の強制（MTA-STS）",
    en: "Enforced encryption of mail delivery (MTA-STS)",
  },
  explanation: {
    ja: "メールサーバー間の暗号化は、通信に割り込む者が外せてしまいます。MTA-STSを設定すると、暗号化できない場合に送信側が配送を止めるため、盗聴を防げます。",
    en: "Someone in the middle can strip the encryption between mail servers. With MTA-STS, senders refuse to deliver without it.",
  },
  remedy: {
    ja: "_mta-stsのTXTレコードとhttps://mta-sts.<ドメイン>/.well-known/mta-sts.txtを用意し、testingで確認した後にmode: enforceにしてください。",
    en: "Publish the _mta-sts TXT record and https://mta-sts.<domain>/.well-known/mta-sts.txt, test with mode: testing, then switch to mode: enforce.",
  },
  source: [{ title: "RFC 8461 §3", url: "https://www.rfc-editor.org/rfc/rfc8461#section-3" }],
  outcomes: {
    enforced: {
      state: "pass",
      severity: null,
      text: {
        ja: "MTA-STSが有効で、暗号化が強制されます。",
        en: "MTA-STS is on, and encryption is enforced.",
      },
    },
    absent: {
      state: "warn",
      severity: "low",
      text: { ja: "MTA-STSは設定されていません。", en: "MTA-STS is not set up." },
    },
    "policy-missing": {
      state: "warn",
      severity: "low",
      text: {
        ja: "MTA-STSの宣言はありますが、ポリシーを取得できません（{mtasts.problem}）。",
        en: "MTA-STS is announced, but its policy cannot be fetched ({mtasts.problem}).",
      },
    },
    "policy-invalid": {
      state: "warn",
      severity: "low",
      text: {
        ja: "MTA-STSのポリシーの書き方に誤りがあります。",
        en: "The MTA-STS policy is not well-formed.",
      },
    },
    "not-enforced": {
      state: "warn",
      severity: "low",
      text: {
        ja: "MTA-STSのポリシーのモードが「{mtasts.mode}」のため、暗号化は強制されません。",
        en: "The MTA-STS policy is in mode “{mtasts.mode}”, so encryption is not enforced.",
      },
    },
    "not-kept": {
      state: "warn",
      severity: "low",
      text: {
        ja: "MTA-STSのポリシーの有効期間（max_age）が{mtasts.maxAge}のため、送信側に保持されず、割り込みを防げません。",
        en: "The MTA-STS policy is kept for {mtasts.maxAge} only (max_age), so senders forget it before it can protect anything.",
      },
    },
    "mx-mismatch": {
      state: "warn",
      severity: "low",
      text: {
        ja: "MTA-STSのポリシーに含まれないメールサーバー（{mtasts.unlisted}）があり、メールが届かなくなるおそれがあります。",
        en: "Mail servers missing from the MTA-STS policy ({mtasts.unlisted}) may receive no mail.",
      },
    },
  },
  async run(context) {
    const { names } = await mailHosts(context);
    if (names.length === 0) return notApplicable(NO_MAIL);
    const texts = await context.dns.texts(`_mta-sts.${context.target.domain}`);
    const records = texts.filter((text) => /^v=STSv1\s*;/.test(text));
    const [record] = records;
    // Several records, or one without an id, count as none (§3.1).
    const announced = records.length === 1 && tagsOf(record ?? "").get("id") !== undefined;
    if (!announced) return { outcome: "absent", facts: [{ name: "mtasts.mode", value: "absent" }] };
    const fetched = await fetchPolicy(context);
    if ("problem" in fetched) {
      return {
        outcome: "policy-missing",
        facts: [{ name: "mtasts.problem", value: fetched.problem }],
      };
    }
    const policy = parsed(fetched.text);
    if (policy === null)
      return { outcome: "policy-invalid", facts: [{ name: "mtasts.policy", value: fetched.text }] };
    const unlisted = names.filter((name) => !validateMx(name, policy).valid);
    const facts = [
      { name: "mtasts.mode", value: policy.mode },
      { name: "mtasts.unlisted", value: unlisted },
      { name: "mtasts.maxAge", value: policy.maxAge, unit: "seconds" as const },
    ];
    if (policy.mode !== "enforce") return { outcome: "not-enforced", facts };
    if (unlisted.length > 0) return { outcome: "mx-mismatch", facts };
    return { outcome: policy.maxAge < SHORTEST_AGE ? "not-kept" : "enforced", facts };
  },
});

/** A policy is for weeks (RFC 8461 §3.2, §10.2); below a day it is gone before the next mail. */
const SHORTEST_AGE = 86_400;
/** The most that `max_age` may say (§3.2). */
const LONGEST_AGE = 31_557_600;

/** A cut connection or a bad certificate is the target's fault here; our own limits are not. */
const OURS = ["budget", "aborted", "busy", "refused"];

async function fetchPolicy(
  context: CheckContext,
): Promise<{ readonly text: string } | { readonly problem: string }> {
  const url = `https://mta-sts.${context.target.domain}/.well-known/mta-sts.txt`;
  try {
    const response = await context.http.fetch(url, { verify: true });
    if (response.status !== 200) return { problem: `HTTP ${response.status}` };
    const type = response.header("content-type") ?? "";
    if (!/^text\/plain\b/i.test(type)) return { problem: `Content-Type: ${type}` };
    return { text: response.text() };
  } catch (error) {
    if (!(error instanceof NetError) || OURS.includes(error.code)) throw error;
    return { problem: error.code };
  }
}

/** The policy; null where a field that has to be there is not, or says nothing (§3.2). */
function parsed(text: string) {
  try {
    const policy = parsePolicy(text);
    const [, age = ""] =
      /^max_age[ \t]*:[ \t]*(\d{1,10})[ \t]*$/m.exec(text.replaceAll("\r", "")) ?? [];
    const maxAge = Number(age);
    return age === "" || maxAge > LONGEST_AGE ? null : { ...policy, maxAge };
  } catch {
    return null;
  }
}
