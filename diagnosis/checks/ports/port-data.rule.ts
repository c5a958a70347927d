import { serviceCause } from "../../engine/cause.ts";
import { defineCheck, inconclusive, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { untilCut } from "../../engine/until-cut.ts";
import type { NetError } from "../../net/net-error.ts";
import { isScanEnd, recover } from "../../net/recover.ts";
import { anotherService, unidentifiedService } from "./another-service.ts";
import { identify, OPEN_SIGNS } from "./identity.ts";
import { type OpenPort, printable, surveyPorts } from "./open-ports.ts";
import { portDataTexts } from "./port-data.texts.ts";
import { askProbe } from "./probe/ask.ts";
import { ACCEPTS_EVERYTHING } from "./reasons.texts.ts";

type Outcome = "closed" | "other" | "unidentified" | "open" | "unauthenticated";

/**
 * Databases and caches that anyone can connect to (CIS Controls v8, 4.4 and 4.8). High where the answer is the
 * service's own: its greeting, `GET /` of an HTTP service, or a hello of `probe/probes.ts` that carries no
 * credentials, which also shows whether it asks for any. What does not say what it is may be one: medium.
 */
export const portData = defineCheck(portDataTexts, {
  id: "port-data",
  category: "ports",
  scope: "address",
  outcomes: {
    closed: { state: "pass", severity: null },
    other: anotherService,
    unidentified: unidentifiedService,
    open: { state: "fail", severity: "high" },
    unauthenticated: { state: "fail", severity: "critical" },
  },
  async *run(context): AsyncGenerator<Observation<Outcome>> {
    const { open, indiscriminate } = await surveyPorts(context);
    if (indiscriminate) return yield inconclusive(ACCEPTS_EVERYTHING);
    const databases = open.filter(({ kind }) => kind === "data");
    if (databases.length === 0) return yield { outcome: "closed" };
    const judged = await Promise.all(databases.map((port) => judge(context, port)));
    for (const { observation } of judged) yield observation;
    // An open port was seen; whether it asks for a password was not.
    for (const { cut } of judged) if (cut) throw cut;
  },
});

interface Judged {
  readonly observation: Observation<Outcome>;
  /** What kept us from asking whether it wants a password. */
  readonly cut: NetError | undefined;
}

async function judge(context: CheckContext, port: OpenPort): Promise<Judged> {
  const facts = [
    { name: "port.number", value: port.port },
    { name: "port.service", value: port.service },
    { name: "port.greeting", value: printable(port.greeting) },
  ];
  let open = false;
  const cut = await untilCut([answersStrangers, probeShowsOpen], async (ask) => {
    open ||= await unlessCut(ask(context, port.port));
  });
  const cause = serviceCause(context.target, port.port);
  const about = { subject: String(port.port), place: { port: port.port }, facts, cause };
  if (open) return { observation: { ...about, outcome: "unauthenticated" }, cut: undefined };
  // A number is not a service: what answered is what it is, and silence is no answer.
  const found = cut ? ({ kind: "unknown" } as const) : await identify(context, port);
  if (found.kind === "other") {
    const told = [...facts, { name: "port.answers", value: found.name }];
    return { observation: { ...about, outcome: "other", facts: told }, cut };
  }
  const outcome = found.kind === "itself" ? "open" : "unidentified";
  return { observation: { ...about, outcome }, cut };
}

/** A server that hangs up gives nothing away; when the scan itself is at its end, nothing is known. */
const unlessCut = (answer: Promise<boolean>) =>
  recover(answer, (code) => (code === "busy" || isScanEnd(code) ? undefined : false));

/** A hello of the probe list, which carries no credentials, that is answered all the same. */
async function probeShowsOpen(context: CheckContext, port: number): Promise<boolean> {
  return (await askProbe(context, port))?.open ?? false;
}

async function answersStrangers(context: CheckContext, port: number): Promise<boolean> {
  const sign = OPEN_SIGNS[port];
  if (sign === undefined) return false;
  const response = await context.http.fetch(`http://${context.target.host}:${port}/`);
  return response.status === 200 && sign(response.text());
}
