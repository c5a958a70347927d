import { defineCheck, inconclusive, notApplicable, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { NET_REASONS } from "../../engine/reasons.ts";
import { NetError } from "../../net/net-error.ts";
import { canonicalAddress } from "../../net/special-ranges.ts";
import { mailHosts } from "../dns/mail-hosts.ts";
import { eachServer } from "./each-server.ts";
import { NO_MAIL } from "./reasons.ts";
import { smtpEncryption } from "./smtp-dialogue.ts";

type Outcome = "answers" | "absent" | "private" | "refuses" | "old-tls" | "alias" | "literal";

const OLD = ["TLSv1", "TLSv1.1"];

/**
 * Every mail server that MX records name takes mail: it exists and is no alias (RFC 5321 §5.1, RFC 2181
 * §10.3), has a public address, lets strangers connect and speaks a TLS version that senders still use.
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
    refuses: broken(
      "メールサーバー{subject}は外部からの接続を拒否します。",
      "Mail server {subject} refuses connections.",
    ),
    "old-tls": broken(
      "メールサーバー{subject}は廃止された{mx.protocol}までしか使えません。",
      "Mail server {subject} speaks nothing newer than {mx.protocol}, which is withdrawn.",
    ),
    literal: broken(
      "MXレコードが名前ではなくアドレス（{subject}）を指しています。",
      "An MX record holds an address ({subject}) instead of a name.",
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
    return eachServer(names, (name) => judge(context, name));
  },
});

async function judge(context: CheckContext, server: string): Promise<Observation<Outcome>> {
  const about = { subject: server, place: { host: server, port: 25 } };
  const record = { name: "mx.record", value: `${context.target.domain} MX ${server}` };
  if (canonicalAddress(server) !== null) return { ...about, outcome: "literal", facts: [record] };
  const missing = await withoutAddress(context, server);
  if (missing !== null) return { ...about, outcome: missing, facts: [record] };
  const alias = await context.dns.query(server, "CNAME");
  try {
    const seen = await smtpEncryption(context, server);
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
