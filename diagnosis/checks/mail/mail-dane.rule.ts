import { defineCheck, inconclusive, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { recover } from "../../net/recover.ts";
import { resolverValidates } from "../dns/dnssec/resolver.ts";
import { NO_VALIDATION } from "../dns/reasons.texts.ts";
import { isPinned, mailTlsa, usableOf } from "./dane.ts";
import { eachServerOf } from "./each-server.ts";
import { mailDaneTexts } from "./mail-dane.texts.ts";
import { MAIL_SERVER_SILENT, TURNED_AWAY } from "./reasons.texts.ts";
import { smtpEncryption } from "./smtp-dialogue.ts";

type Outcome = "matching" | "absent" | "unsigned" | "unusable" | "mismatch" | "unencrypted";

/**
 * DANE for SMTP: TLSA records at `_25._tcp.<mail server>`, of use only under DNSSEC (RFC 7672 §2.1, §2.2),
 * and matching what the server shows (usages 2 and 3, §3.1). Senders that check do not deliver on a mismatch,
 * nor without TLS, which even records that they cannot use demand (§2.2).
 */
export const mailDane = defineCheck(mailDaneTexts, {
  id: "mail-dane",
  category: "mail",
  scope: "zone",
  outcomes: {
    matching: { state: "pass", severity: null },
    absent: { state: "info", severity: "info" },
    unsigned: { state: "info", severity: "info" },
    unusable: { state: "info", severity: "info" },
    unencrypted: { state: "fail", severity: "high" },
    mismatch: { state: "fail", severity: "high" },
  },
  run: (context) => eachServerOf(context, judge),
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
  const seen = await recover(smtpEncryption(context, server), (code) => code);
  if (typeof seen === "string") return silent(seen);
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
