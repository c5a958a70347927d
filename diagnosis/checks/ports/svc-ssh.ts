import { defineCheck, inconclusive, notApplicable, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { NetError } from "../../net/net-error.ts";
import { surveyPorts } from "./open-ports.ts";
import { NO_SSH, NOT_SSH } from "./reasons.ts";
import { SSH_PORT, sshOffer } from "./ssh/handshake.ts";
import { weakAlgorithms } from "./ssh/weak-algorithms.ts";

/** Protocol version and algorithms of an SSH server, as it offers them to anyone (RFC 9142 §4). */
export const svcSsh = defineCheck({
  id: "svc-ssh",
  category: "ports",
  scope: "address",
  title: { ja: "SSHの暗号方式", en: "SSH algorithms" },
  explanation: {
    ja: "古い鍵交換や暗号方式を受け付けるSSHサーバーでは、通信を解読されたり、なりすまされたりするおそれがあります。",
    en: "If an SSH server still accepts outdated key exchanges or ciphers, its sessions may be decrypted and the server impersonated.",
  },
  remedy: {
    ja: "SSHサーバーを更新し、SHA-1、CBC、RC4、MD5を使う方式とDSA鍵を設定（KexAlgorithms、Ciphers、MACs、HostKeyAlgorithms）から外してください。接続元の制限もお勧めします。",
    en: "Update the server and remove methods based on SHA-1, CBC, RC4 and MD5 and DSA keys (KexAlgorithms, Ciphers, MACs, HostKeyAlgorithms); better still, limit who may connect.",
  },
  source: [
    { title: "RFC 9142 §4", url: "https://www.rfc-editor.org/rfc/rfc9142#section-4" },
    { title: "RFC 8758", url: "https://www.rfc-editor.org/rfc/rfc8758" },
  ],
  outcomes: {
    modern: {
      state: "pass",
      severity: null,
      text: {
        ja: "SSHは安全な方式だけを提示しています。",
        en: "SSH offers only strong algorithms.",
      },
    },
    weak: {
      state: "fail",
      severity: "medium",
      text: {
        ja: "SSHが古い方式（{ssh.weak}）を提示しています。",
        en: "SSH offers outdated algorithms ({ssh.weak}).",
      },
    },
    "version-1": {
      state: "fail",
      severity: "medium",
      text: {
        ja: "SSHが欠陥のある旧規格（プロトコル1、提示は{ssh.protocol}）を受け付けます。",
        en: "SSH accepts the broken protocol version 1 (it announces {ssh.protocol}).",
      },
    },
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
  try {
    const offer = await sshOffer(context, port);
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
  } catch (error) {
    if (error instanceof NetError && error.code === "malformed")
      return { ...inconclusive(NOT_SSH), ...about };
    throw error;
  }
}
