import { defineCheck, inconclusive, notApplicable, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { NET_REASONS } from "../../engine/reasons.ts";
import { NetError } from "../../net/net-error.ts";
import { canonicalAddress } from "../../net/special-ranges.ts";
import { mailHosts } from "../dns/mail-hosts.ts";
import { eachServer } from "./each-server.ts";
import { NO_MAIL, TURNED_AWAY } from "./reasons.ts";
import { smtpEncryption } from "./smtp-dialogue.ts";

type Outcome = "answers" | "absent" | "private" | "refuses" | "old-tls" | "alias" | "literal";

const OLD = ["TLSv1", "TLSv1.1"];

/**
 * Every mail server that MX records name takes mail: it exists and is no alias (RFC 5321 §5.1, RFC 2181
 * §10.3), has a public address, lets strangers connect and speaks a TLS version that senders still use. A dead
 * server beside a living one delays mail and loses none (§5.1), and a server that turns us away may take
 * others' mail: neither is an outage.
 */
export const mailMx = defineCheck({
  id: "mail-mx",
  category: "mail",
  scope: "zone",
  title: { ja: "メールサーバー（MX）の到達性", en: "Reachable mail servers (MX)" },
  explanation: {
    ja: "MXレコードが存在しないサーバーや内部のサーバーを指していると、そこに届くはずのメールは遅れるか失われます。使われなくなった名前を第三者が取得すると、メールを横取りされます。",
    en: "Mail to a server that does not exist or cannot be reached is delayed or lost. If a stranger takes over the name, they receive your mail instead.",
  },
  remedy: {
    ja: "使っていないMXレコードを削除し、残りは公開アドレスを持つホスト名（別名ではないもの）を指すようにしてください。メールサーバーではTLS 1.2以上を有効にしてください。",
    en: "Remove MX records that are no longer used. Make the others point to hosts with public addresses (not aliases), and enable TLS 1.2 or later on them.",
  },
  source: [
    { title: "RFC 5321 §5.1", url: "https://www.rfc-editor.org/rfc/rfc5321#section-5.1" },
    { title: "RFC 2181 §10.3", url: "https://www.rfc-editor.org/rfc/rfc2181#section-10.3" },
    { title: "RFC 8996", url: "https://www.rfc-editor.org/rfc/rfc8996" },
  ],
  outcomes: {
    answers: {
      state: "pass",
      severity: null,
      text: {
        ja: "メールサーバー{subject}は接続を受け付けます。",
        en: "Mail server {subject} accepts connections.",
      },
    },
    absent: broken(
      "メールサーバー{subject}には対応するアドレスがありません。",
      "Mail server {subject} does not exist or has no address.",
    ),
    private: broken(
      "メールサーバー{subject}のアドレスは公開のものではなく、外部から届きません。",
      "Mail server {subject} has no public address and cannot be reached from outside.",
    ),
    refuses: unsure(
      "メールサーバー{subject}は、診断する側からの接続を拒否しました。停止しているおそれがあります。",
      "Mail server {subject} refused this scan's connection and may be down.",
    ),
    "old-tls": broken(
      "メールサーバー{subject}は廃止された{mx.protocol}までしか使えません。",
      "Mail server {subject} speaks nothing newer than {mx.protocol}, which is withdrawn.",
    ),
    literal: unsure(
      "MXレコードが名前ではなくアドレス（{subject}）を指しており、送信側によってはメールが届きません。",
      "An MX record holds an address ({subject}) instead of a name, so some senders may not deliver mail.",
    ),
    alias: {
      state: "warn",
      severity: "low",
      text: {
        ja: "MXレコードが別名（{subject}）を指しています。MXは別名を指してはなりません。",
        en: "An MX record points to an alias ({subject}), which is not allowed.",
      },
    },
  },
  async run(context) {
    const { names } = await mailHosts(context);
    if (names.length === 0) return notApplicable(NO_MAIL);
    const seen = await eachServer(names, (name) => judge(context, name));
    // Only where every server is known to be dead is the mail lost.
    const isLost = seen.every(({ outcome }) => DEAD.includes(outcome));
    return isLost ? seen : seen.map(milder);
  },
});

const DEAD = ["absent", "private", "literal", "refuses", "old-tls"];

function milder(seen: Observation<Outcome>): Observation<Outcome> {
  const isHigh = ["absent", "private", "old-tls"].includes(seen.outcome);
  return isHigh ? { ...seen, severity: "medium" } : seen;
}

async function judge(context: CheckContext, server: string): Promise<Observation<Outcome>> {
  const about = { subject: server, place: { host: server, port: 25 } };
  const record = { name: "mx.record", value: `${context.target.domain} MX ${server}` };
  if (canonicalAddress(server) !== null) return { ...about, outcome: "literal", facts: [record] };
  const missing = await withoutAddress(context, server);
  if (missing !== null) return { ...about, outcome: missing, facts: [record] };
  const alias = await context.dns.query(server, "CNAME");
  try {
    const seen = await smtpEncryption(context, server);
    if (seen.kind === "turned-away") {
      const facts = [record, { name: "smtp.reply", value: seen.reply }];
      return { ...inconclusive(TURNED_AWAY, facts), ...about };
    }
    const protocol = seen.kind === "encrypted" ? seen.session.protocol : "";
    const facts = [record, { name: "mx.protocol", value: protocol }];
    if (OLD.includes(protocol)) return { ...about, outcome: "old-tls", facts };
    return { ...about, outcome: alias.status === "ok" ? "alias" : "answers", facts };
  } catch (error) {
    if (!(error instanceof NetError)) throw error;
    if (error.code === "closed") {
      const facts = [record, { name: "reason", value: error.code }];
      return { ...about, outcome: "refuses", facts };
    }
    const facts = [{ name: "reason", value: error.code }];
    return { ...inconclusive(NET_REASONS[error.code], facts), ...about };
  }
}

/** A name without a usable address; null when there is one. Other failures are thrown. */
async function withoutAddress(context: CheckContext, server: string) {
  try {
    await context.dns.addresses(server);
    return null;
  } catch (error) {
    if (error instanceof NetError && error.code === "no-address") return "absent" as const;
    if (error instanceof NetError && error.code === "refused") return "private" as const;
    throw error;
  }
}

function broken(ja: string, en: string) {
  return { state: "fail", severity: "high", text: { ja, en } } as const;
}

function unsure(ja: string, en: string) {
  return { state: "fail", severity: "medium", text: { ja, en } } as const;
}
