import { defineCheck, inconclusive, notApplicable, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { NET_REASONS } from "../../engine/reasons.ts";
import { NetError } from "../../net/net-error.ts";
import { recover } from "../../net/recover.ts";
import { canonicalAddress } from "../../net/special-ranges.ts";
import { mailHosts } from "../dns/mail-hosts.ts";
import { eachServer } from "./each-server.ts";
import { mailMxTexts } from "./mail-mx.texts.ts";
import { NO_MAIL, TURNED_AWAY } from "./reasons.texts.ts";
import { smtpEncryption } from "./smtp-dialogue.ts";

type Outcome = "answers" | "absent" | "private" | "refuses" | "old-tls" | "alias" | "literal";

const BROKEN = { state: "fail", severity: "high" } as const;
const UNSURE = { state: "fail", severity: "medium" } as const;

const OLD = ["TLSv1", "TLSv1.1"];

/**
 * Every mail server that MX records name takes mail: it exists and is no alias (RFC 5321 §5.1, RFC 2181
 * §10.3), has a public address, lets strangers connect and speaks a TLS version that senders still use. A dead
 * server beside a living one delays mail and loses none (§5.1), and a server that turns us away may take
 * others' mail: neither is an outage.
 */
export const mailMx = defineCheck(mailMxTexts, {
  id: "mail-mx",
  category: "mail",
  scope: "zone",
  outcomes: {
    answers: { state: "pass", severity: null },
    absent: BROKEN,
    private: BROKEN,
    refuses: UNSURE,
    "old-tls": BROKEN,
    literal: UNSURE,
    alias: { state: "warn", severity: "low" },
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
  const codes = { "no-address": "absent", refused: "private" } as const;
  const found = context.dns.addresses(server).then(() => null);
  return recover(found, (code) => (code in codes ? codes[code as keyof typeof codes] : undefined));
}
