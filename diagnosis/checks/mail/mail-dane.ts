import { defineCheck, inconclusive, notApplicable, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { NetError } from "../../net/net-error.ts";
import { resolverValidates } from "../dns/dnssec/resolver.ts";
import { mailHosts } from "../dns/mail-hosts.ts";
import { NO_VALIDATION } from "../dns/reasons.ts";
import { isPinned, mailTlsa, usableOf } from "./dane.ts";
import { eachServer } from "./each-server.ts";
import { MAIL_SERVER_SILENT, NO_MAIL, TURNED_AWAY } from "./reasons.ts";
import { type SmtpEncryption, smtpEncryption } from "./smtp-dialogue.ts";

type Outcome = "matching" | "absent" | "unsigned" | "unusable" | "mismatch" | "unencrypted";

/**
 * DANE for SMTP: TLSA records at `_25._tcp.<mail server>`, of use only under DNSSEC (RFC 7672 §2.1, §2.2),
 * and matching what the server shows (usages 2 and 3, §3.1). Senders that check do not deliver on a mismatch,
 * nor without TLS, which even records that they cannot use demand (§2.2).
 */
export const mailDane = defineCheck({
  id: "mail-dane",
  category: "mail",
  scope: "zone",
  title: { ja: "DNSSECによる証明書の固定（DANE）", en: "Certificates pinned by DNSSEC (DANE)" },
  explanation: {
    ja: "DANEを設定すると、送信側はDNSSECで守られたDNSから正しい証明書を知ることができ、認証局に頼らずに盗聴やなりすましを防げます。",
    en: "With DANE, senders learn the right certificate from DNS protected by DNSSEC, so they can detect an impostor without relying on a certificate authority.",
  },
  remedy: {
    ja: "MXのゾーンをDNSSECで署名し、_25._tcpにTLSAレコード（推奨は3 1 1）を登録してください。証明書を更新する前に、新しい鍵のTLSAを追加してください。",
    en: "Sign the mail server's zone with DNSSEC and publish TLSA records (3 1 1 is recommended) at _25._tcp; add the new key's record before you renew the certificate.",
  },
  source: [{ title: "RFC 7672 §2, §3.1", url: "https://www.rfc-editor.org/rfc/rfc7672#section-2" }],
  outcomes: {
    matching: {
      state: "pass",
      severity: null,
      text: {
        ja: "メールサーバー{subject}の証明書はTLSAレコードと一致します。",
        en: "The certificate of mail server {subject} matches its TLSA record.",
      },
    },
    absent: {
      state: "info",
      severity: "info",
      text: {
        ja: "メールサーバー{subject}にDANE（TLSAレコード）は設定されていません。",
        en: "Mail server {subject} has no DANE (TLSA) records.",
      },
    },
    unsigned: {
      state: "info",
      severity: "info",
      text: {
        ja: "メールサーバー{subject}のTLSAレコードはDNSSECで守られていないため、効果がありません。",
        en: "The TLSA records of mail server {subject} are not protected by DNSSEC and have no effect.",
      },
    },
    unusable: {
      state: "info",
      severity: "info",
      text: {
        ja: "メールサーバー{subject}のTLSAレコードは、メールでは使えない種類（用途0や1など）だけのため、証明書を固定する効果がありません。",
        en: "The TLSA records of mail server {subject} are all of kinds that mail cannot use (such as usage 0 or 1), so they do not pin its certificate.",
      },
    },
    unencrypted: {
      state: "fail",
      severity: "high",
      text: {
        ja: "メールサーバー{subject}にはTLSAレコードがありますが、STARTTLSで暗号化できません。DANEを検証する送信元からメールが届きません。",
        en: "Mail server {subject} has TLSA records but cannot be reached with encryption (STARTTLS). Senders that check DANE will not deliver mail.",
      },
    },
    mismatch: {
      state: "fail",
      severity: "high",
      text: {
        ja: "メールサーバー{subject}の証明書がTLSAレコードと一致しません。DANEを検証する送信元からメールが届きません。",
        en: "The certificate of mail server {subject} does not match its TLSA record. Senders that check DANE will not deliver mail.",
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
  const { records, authenticated } = await mailTlsa(context, server);
  const facts = [
    { name: "dane.present", value: records.length > 0 },
    { name: "dane.authenticated", value: authenticated },
  ];
  if (records.length === 0) return { ...about, outcome: "absent", facts };
  if (!authenticated) {
    if (await resolverValidates(context)) return { ...about, outcome: "unsigned", facts };
    return { ...inconclusive(NO_VALIDATION, facts), ...about };
  }
  const seen = await encryption(context, server);
  if (seen instanceof NetError) return silent(seen.code);
  if (seen.kind === "turned-away") {
    const said = [...facts, { name: "smtp.reply", value: seen.reply }];
    return { ...inconclusive(TURNED_AWAY, said), ...about };
  }
  if (seen.kind === "failed" && NO_ANSWER.includes(seen.reason)) return silent(seen.reason);
  if (seen.kind !== "encrypted") return { ...about, outcome: "unencrypted", facts };
  const usable = usableOf(records);
  if (usable.length === 0) return { ...about, outcome: "unusable", facts };
  const names = { server, domain: context.target.domain, now: context.clock.now() };
  const matches = usable.some((record) => isPinned(record, seen.session, names));
  return { ...about, outcome: matches ? "matching" : "mismatch", facts };

  function silent(reason: string): Observation<Outcome> {
    const silence = [...facts, { name: "reason", value: reason }];
    return { ...inconclusive(MAIL_SERVER_SILENT, silence), ...about };
  }
}

/** A handshake that ends in silence or a cut connection is no refusal of encryption. */
const NO_ANSWER = ["timeout", "reset", "unreachable"];

async function encryption(
  context: CheckContext,
  server: string,
): Promise<SmtpEncryption | NetError> {
  try {
    return await smtpEncryption(context, server);
  } catch (error) {
    if (error instanceof NetError) return error;
    throw error;
  }
}
