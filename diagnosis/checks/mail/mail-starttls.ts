import { defineCheck, inconclusive, notApplicable, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import type { TlsSession } from "../../net/clients.ts";
import { NetError } from "../../net/net-error.ts";
import { mailHosts } from "../dns/mail-hosts.ts";
import { isPinned, mailTlsa, usableOf } from "./dane.ts";
import { eachServer } from "./each-server.ts";
import { MAIL_SERVER_SILENT, NO_MAIL, NO_SUCH_SERVER, TURNED_AWAY } from "./reasons.ts";
import { smtpEncryption } from "./smtp-dialogue.ts";

type Outcome = "encrypted" | "pinned" | "not-offered" | "failed" | "certificate";

/**
 * Every mail server offers STARTTLS (RFC 3207) and shows a certificate that is valid for its name, as a
 * sender that checks (RFC 8461 §4.1) demands.
 */
export const mailStarttls = defineCheck({
  id: "mail-starttls",
  category: "mail",
  scope: "zone",
  title: { ja: "メール受信時の暗号化（STARTTLS）", en: "Encrypted mail reception (STARTTLS)" },
  explanation: {
    ja: "メールサーバーがSTARTTLSに対応していないと、受信するメールは平文で流れ、経路上で読まれたり書き換えられたりします。証明書が不正な場合は、なりすましに気づけません。",
    en: "Without STARTTLS, mail to you crosses the Internet in the clear. With a bad certificate, senders cannot tell your server from an impostor.",
  },
  remedy: {
    ja: "すべてのメールサーバーでSTARTTLSを有効にし、MXのホスト名を含む有効な証明書を設定してください。",
    en: "Enable STARTTLS on every mail server with a valid certificate that covers the MX host name.",
  },
  source: [
    { title: "RFC 3207", url: "https://www.rfc-editor.org/rfc/rfc3207" },
    { title: "RFC 8461 §4.1", url: "https://www.rfc-editor.org/rfc/rfc8461#section-4.1" },
    { title: "RFC 7672 §3.1", url: "https://www.rfc-editor.org/rfc/rfc7672#section-3.1" },
  ],
  outcomes: {
    encrypted: {
      state: "pass",
      severity: null,
      text: {
        ja: "メールサーバー{subject}は有効な証明書で暗号化します（{starttls.protocol}）。",
        en: "Mail server {subject} encrypts with a valid certificate ({starttls.protocol}).",
      },
    },
    pinned: {
      state: "pass",
      severity: null,
      text: {
        ja: "メールサーバー{subject}は、TLSAレコード（DANE）と一致する証明書で暗号化します（{starttls.protocol}）。",
        en: "Mail server {subject} encrypts with the certificate that its TLSA record (DANE) names ({starttls.protocol}).",
      },
    },
    "not-offered": {
      state: "fail",
      severity: "medium",
      text: {
        ja: "メールサーバー{subject}はSTARTTLSに対応していません。",
        en: "Mail server {subject} does not offer STARTTLS.",
      },
    },
    failed: {
      state: "fail",
      severity: "medium",
      text: {
        ja: "メールサーバー{subject}はSTARTTLSを提示しますが、暗号化に失敗しました（{starttls.reason}）。",
        en: "Mail server {subject} offers STARTTLS, but encryption failed ({starttls.reason}).",
      },
    },
    certificate: {
      state: "fail",
      severity: "medium",
      text: {
        ja: "メールサーバー{subject}の証明書が有効ではありません（{starttls.trustError}）。",
        en: "The certificate of mail server {subject} is not valid ({starttls.trustError}).",
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
  try {
    const seen = await smtpEncryption(context, server);
    if (seen.kind === "not-offered") {
      return { ...about, outcome: seen.kind, facts: [{ name: "starttls.offered", value: false }] };
    }
    if (seen.kind === "turned-away") {
      const facts = [{ name: "smtp.reply", value: seen.reply }];
      return { ...inconclusive(TURNED_AWAY, facts), ...about };
    }
    const offered = { name: "starttls.offered", value: true };
    if (seen.kind === "failed") {
      const facts = [offered, { name: "starttls.reason", value: seen.reason }];
      return { ...about, outcome: "failed", facts };
    }
    const { session } = seen;
    const named = session.certificates[0]?.checkHost(server) !== undefined;
    const problem = session.trusted ? "name mismatch" : (session.trustError ?? "untrusted");
    const facts = [offered, { name: "starttls.protocol", value: session.protocol }];
    if (session.trusted && named) return { ...about, outcome: "encrypted", facts };
    if (await isPinnedByDane(context, server, session))
      return { ...about, outcome: "pinned", facts };
    const trust = { name: "starttls.trustError", value: problem };
    return { ...about, outcome: "certificate", facts: [...facts, trust] };
  } catch (error) {
    if (!(error instanceof NetError)) throw error;
    // What does not exist or refuses is mail-mx's to report; there is nothing to encrypt.
    if (error.code === "no-address" || error.code === "refused")
      return { ...notApplicable(NO_SUCH_SERVER), ...about };
    const facts = [{ name: "reason", value: error.code }];
    return { ...inconclusive(MAIL_SERVER_SILENT, facts), ...about };
  }
}

/** Senders that check DANE do not look at the authority (RFC 7672 §3.1); the others check no certificate. */
async function isPinnedByDane(context: CheckContext, server: string, session: TlsSession) {
  const { records, authenticated } = await mailTlsa(context, server);
  const names = { server, domain: context.target.domain, now: context.clock.now() };
  return authenticated && usableOf(records).some((record) => isPinned(record, session, names));
}
