import { serviceCause } from "../../engine/cause.ts";
import { defineCheck, inconclusive, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { type OpenPort, printable, surveyPorts } from "./open-ports.ts";
import { askProbe, offersTls } from "./probe/ask.ts";
import { ACCEPTS_EVERYTHING } from "./reasons.texts.ts";
import { svcPlainTexts } from "./svc-plain.texts.ts";

type Outcome = "none" | "encrypts" | "plain" | "anonymous" | "unidentified";

/**
 * Services that carry passwords or data in the clear unless TLS is added: FTP, POP3, IMAP, LDAP, MQTT and
 * rsync (RFC 8314 §3 for mail, RFC 4217 for FTP, RFC 4513 §3 for LDAP). They are asked what they can do, by
 * the hellos of `probe/probes.ts`; nobody signs in.
 */
export const svcPlain = defineCheck(svcPlainTexts, {
  id: "svc-plain",
  category: "ports",
  scope: "address",
  outcomes: {
    none: { state: "pass", severity: null },
    encrypts: { state: "pass", severity: null },
    plain: { state: "fail", severity: "medium" },
    anonymous: { state: "fail", severity: "high" },
    unidentified: { state: "info", severity: "info" },
  },
  async run(context) {
    const { open, indiscriminate } = await surveyPorts(context);
    if (indiscriminate) return inconclusive(ACCEPTS_EVERYTHING);
    const services = open.filter(({ kind }) => kind === "clear");
    if (services.length === 0) return { outcome: "none" };
    return Promise.all(services.map((port) => judge(context, port)));
  },
});

async function judge(context: CheckContext, port: OpenPort): Promise<Observation<Outcome>> {
  const answer = await askProbe(context, port.port);
  const encrypts = answer?.known ? await offersTls(context, port.port) : null;
  const facts = [
    { name: "port.number", value: port.port },
    { name: "port.service", value: port.service },
    { name: "port.greeting", value: printable(answer?.bytes ?? port.greeting) },
    { name: "port.encrypts", value: encrypts ?? false },
  ];
  const cause = serviceCause(context.target, port.port);
  const about = { subject: String(port.port), place: { port: port.port }, facts, cause };
  if (answer?.open) return { ...about, outcome: "anonymous" };
  if (encrypts === null) return { ...about, outcome: "unidentified" };
  return { ...about, outcome: encrypts ? "encrypts" : "plain" };
}
