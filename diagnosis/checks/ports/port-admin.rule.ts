import { serviceCause } from "../../engine/cause.ts";
import { defineCheck, inconclusive, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { anotherService, unidentifiedService } from "./another-service.ts";
import { identify } from "./identity.ts";
import { type OpenPort, printable, surveyPorts } from "./open-ports.ts";
import { portAdminTexts } from "./port-admin.texts.ts";
import { ACCEPTS_EVERYTHING } from "./reasons.texts.ts";

/**
 * Remote administration that anyone can connect to: Telnet, SMB, Remote Desktop, VNC, container and
 * cluster APIs (CIS Controls v8, 4.4, 4.6, 12.3). High where the answer is the service's own: its greeting, or
 * what it says to its own hello; what does not say what it is may be it, and is medium.
 */
export const portAdmin = defineCheck(portAdminTexts, {
  id: "port-admin",
  category: "ports",
  scope: "address",
  outcomes: {
    closed: { state: "pass", severity: null },
    other: anotherService,
    unidentified: unidentifiedService,
    open: { state: "fail", severity: "high" },
  },
  async run(context) {
    const { open, indiscriminate } = await surveyPorts(context);
    if (indiscriminate) return inconclusive(ACCEPTS_EVERYTHING);
    const found = open.filter(({ kind }) => kind === "admin");
    if (found.length === 0) return { outcome: "closed" };
    return Promise.all(found.map((port) => judge(context, port)));
  },
});

async function judge(
  context: CheckContext,
  open: OpenPort,
): Promise<Observation<"open" | "other" | "unidentified">> {
  const { port, service, greeting } = open;
  const facts = [
    { name: "port.number", value: port },
    { name: "port.service", value: service },
    { name: "port.greeting", value: printable(greeting) },
  ];
  const cause = serviceCause(context.target, port);
  const about = { subject: String(port), place: { port }, cause };
  const found = await identify(context, open);
  if (found.kind !== "other")
    return { ...about, outcome: found.kind === "itself" ? "open" : "unidentified", facts };
  const told = [...facts, { name: "port.answers", value: found.name }];
  return { ...about, outcome: "other", facts: told };
}
