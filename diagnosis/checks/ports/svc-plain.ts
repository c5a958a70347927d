import { defineCheck, inconclusive, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { type OpenPort, printable, surveyPorts } from "./open-ports.ts";
import { askProbe, offersTls } from "./probe/ask.ts";
import { ACCEPTS_EVERYTHING } from "./reasons.ts";

type Outcome = "none" | "encrypts" | "plain" | "anonymous" | "unidentified";

/**
 * Services that carry passwords or data in the clear unless TLS is added: FTP, POP3, IMAP, LDAP, MQTT and
 * rsync (RFC 8314 §3 for mail, RFC 4217 for FTP, RFC 4513 §3 for LDAP). They are asked what they can do, by
 * the hellos of `probe/probes.ts`; nobody signs in.
 */
export const svcPlain = defineCheck({
  id: "svc-plain",
  category: "ports",
  scope: "address",
  title: { ja: "平文のサービス", en: "Services without encryption" },
  explanation: {
    ja: "暗号化に対応しないサービスでは、利用者のパスワードやデータが通信経路の誰にでも読めます。",
    en: "With services that do not encrypt, anyone along the way can read passwords and data.",
  },
  remedy: {
    ja: "TLSを有効にするか（IMAPS、FTPS、LDAPSなど）、使っていないサービスを停止してください。rsyncはSSH経由で使ってください。",
    en: "Enable TLS (IMAPS, FTPS, LDAPS and so on) or stop services that no one uses. Run rsync over SSH.",
  },
  source: [
    { title: "RFC 8314 §3", url: "https://www.rfc-editor.org/rfc/rfc8314#section-3" },
    { title: "RFC 4217", url: "https://www.rfc-editor.org/rfc/rfc4217" },
    { title: "RFC 4513 §3", url: "https://www.rfc-editor.org/rfc/rfc4513#section-3" },
  ],
  outcomes: {
    none: {
      state: "pass",
      severity: null,
      text: {
        ja: "平文で使われるサービスは公開されていません。",
        en: "No unencrypted services can be reached.",
      },
    },
    encrypts: {
      state: "pass",
      severity: null,
      text: {
        ja: "{port.service}（ポート{port.number}番）はTLSに対応しています。",
        en: "{port.service} (port {port.number}) supports encryption.",
      },
    },
    plain: {
      state: "fail",
      severity: "medium",
      text: {
        ja: "{port.service}（ポート{port.number}番）は暗号化に対応していません。",
        en: "{port.service} (port {port.number}) does not support encryption.",
      },
    },
    anonymous: {
      state: "fail",
      severity: "high",
      text: {
        ja: "{port.service}（ポート{port.number}番）が、利用者の確認なしで誰でも受け入れます。",
        en: "{port.service} (port {port.number}) lets anyone in without authentication.",
      },
    },
    unidentified: {
      state: "info",
      severity: "info",
      text: {
        ja: "ポート{port.number}番は開いていますが、何が動いているか分かりませんでした。",
        en: "Port {port.number} is open, but the service behind it could not be identified.",
      },
    },
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
  const about = { subject: String(port.port), place: { port: port.port }, facts };
  if (answer?.open) return { ...about, outcome: "anonymous" };
  if (encrypts === null) return { ...about, outcome: "unidentified" };
  return { ...about, outcome: encrypts ? "encrypts" : "plain" };
}
