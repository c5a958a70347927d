import { defineCheck, inconclusive, notApplicable, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import type { TlsSession } from "../../net/clients.ts";
import { NetError } from "../../net/net-error.ts";
import { isPinned, mailTlsa, usableOf } from "./dane.ts";
import { eachServerOf } from "./each-server.ts";
import { mailStarttlsTexts } from "./mail-starttls.texts.ts";
import { MAIL_SERVER_SILENT, NO_SUCH_SERVER, TURNED_AWAY } from "./reasons.texts.ts";
import { smtpEncryption } from "./smtp-dialogue.ts";

type Outcome = "encrypted" | "pinned" | "not-offered" | "failed" | "certificate";

/**
 * Every mail server offers STARTTLS (RFC 3207) and shows a certificate that is valid for its name, as a
 * sender that checks (RFC 8461 §4.1) demands.
 */
export const mailStarttls = defineCheck(mailStarttlsTexts, {
  id: "mail-starttls",
  category: "mail",
  scope: "zone",
  outcomes: {
    encrypted: { state: "pass", severity: null },
    pinned: { state: "pass", severity: null },
    "not-offered": { state: "fail", severity: "medium" },
    failed: { state: "fail", severity: "medium" },
    certificate: { state: "fail", severity: "medium" },
  },
  run: (context) => eachServerOf(context, judge),
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
