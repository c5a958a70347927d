import { defineCheck, inconclusive, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { anotherService, unidentifiedService } from "./another-service.ts";
import { identify } from "./identity.ts";
import { type OpenPort, printable, surveyPorts } from "./open-ports.ts";
import { ACCEPTS_EVERYTHING } from "./reasons.ts";

/**
 * Remote administration that anyone can connect to: Telnet, SMB, Remote Desktop, VNC, container and
 * cluster APIs (CIS Controls v8, 4.4, 4.6, 12.3). High where the answer is the service's own: its greeting, or
 * what it says to its own hello; what does not say what it is may be it, and is medium.
 */
export const portAdmin = defineCheck({
  id: "port-admin",
  category: "ports",
  scope: "address",
  title: { ja: "公開された管理用サービス", en: "Remote administration open to the Internet" },
  explanation: {
    ja: "遠隔操作や管理のためのサービスがインターネットに公開されていると、ランサムウェアなどの侵入口になります。実際の被害でも最も多く使われる経路の一つです。",
    en: "Remote administration services on the Internet are how ransomware gets in; they are among the most common entry points in real incidents.",
  },
  remedy: {
    ja: "管理用のポートは外部から遮断し、VPNや踏み台サーバー、多要素認証を経由してだけ接続できるようにしてください。Telnetなど暗号化しない方式は廃止してください。",
    en: "Block administration ports from outside and allow them only through a VPN or bastion with multi-factor authentication; retire unencrypted ones such as Telnet.",
  },
  source: [
    {
      title: "CIS Controls v8, 4.4, 4.6, 12.3",
      url: "https://www.cisecurity.org/controls/secure-configuration-of-enterprise-assets-and-software",
    },
  ],
  outcomes: {
    closed: {
      state: "pass",
      severity: null,
      text: {
        ja: "管理用のポートは外部から接続できません。",
        en: "No administration ports can be reached from outside.",
      },
    },
    other: anotherService,
    unidentified: unidentifiedService,
    open: {
      state: "fail",
      severity: "high",
      text: {
        ja: "ポート{port.number}番の{port.service}に外部から接続できます。",
        en: "{port.service} answers outsiders on port {port.number}.",
      },
    },
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
  const about = { subject: String(port), place: { port } };
  const found = await identify(context, open);
  if (found.kind !== "other")
    return { ...about, outcome: found.kind === "itself" ? "open" : "unidentified", facts };
  const told = [...facts, { name: "port.answers", value: found.name }];
  return { ...about, outcome: "other", facts: told };
}
