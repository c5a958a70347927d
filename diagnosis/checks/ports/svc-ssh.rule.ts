import { defineCheck, inconclusive, notApplicable, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { on, recover } from "../../net/recover.ts";
import { surveyPorts } from "./open-ports.ts";
import { NO_SSH, NOT_SSH } from "./reasons.texts.ts";
import { SSH_PORT, sshOffer } from "./ssh/handshake.ts";
import { weakAlgorithms } from "./ssh/weak-algorithms.ts";
import { svcSshTexts } from "./svc-ssh.texts.ts";

/** Protocol version and algorithms of an SSH server, as it offers them to anyone (RFC 9142 §4). */
export const svcSsh = defineCheck(svcSshTexts, {
  id: "svc-ssh",
  category: "ports",
  scope: "address",
  outcomes: {
    modern: { state: "pass", severity: null },
    weak: { state: "fail", severity: "medium" },
    "version-1": { state: "fail", severity: "medium" },
  },
  async run(context) {
    const { open, indiscriminate } = await surveyPorts(context);
    const others = open.filter(({ kind }) => kind === "ssh").map(({ port }) => port);
    const ports = indiscriminate ? [SSH_PORT] : [SSH_PORT, ...others];
    const seen = await Promise.all(ports.map((port) => judge(context, port)));
    // SSH at another port alone is what is there to be judged.
    const found = seen.filter(({ outcome }) => outcome !== "not-applicable");
    return found.length > 0 ? found : notApplicable(NO_SSH);
  },
});

async function judge(
  context: CheckContext,
  port: number,
): Promise<Observation<"modern" | "weak" | "version-1">> {
  const about = { place: { port }, ...(port === SSH_PORT ? {} : { subject: String(port) }) };
  const offer = await recover(sshOffer(context, port), on(["malformed"], "malformed"));
  if (offer === "malformed") return { ...inconclusive(NOT_SSH), ...about };
  if (offer === null) return notApplicable(NO_SSH);
  const facts = [
    { name: "ssh.protocol", value: offer.protocol },
    { name: "ssh.software", value: offer.software },
  ];
  if (offer.protocol !== "2.0") return { ...about, outcome: "version-1", facts };
  if (offer.algorithms === null) return { ...inconclusive(NOT_SSH, facts), ...about };
  const weak = weakAlgorithms(offer.algorithms);
  const outcome = weak.length > 0 ? "weak" : "modern";
  return { ...about, outcome, facts: [...facts, { name: "ssh.weak", value: weak }] };
}
