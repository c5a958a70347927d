import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `svc-ssh`. */
export const svcSshTexts = {
  title: { ja: "SSHの暗号方式", en: "SSH algorithms" },
  looksAt: {
    ja: "SSHサーバーが最初に示す版と方式の一覧を読み、古い方式が残っていないかを調べます。",
    en: "The version and the algorithms that an SSH server offers to anyone are read for outdated ones.",
  },
  explanation: {
    ja: "古い鍵交換や暗号方式を受け付けるSSHサーバーでは、通信を解読されたり、なりすまされたりするおそれがあります。",
    en: "If an SSH server still accepts outdated key exchanges or ciphers, its sessions may be decrypted and the server impersonated.",
  },
  remedy: {
    ja: "SSHサーバーを更新し、SHA-1、CBC、RC4、MD5を使う方式とDSA鍵を設定（KexAlgorithms、Ciphers、MACs、HostKeyAlgorithms）から外してください。接続元の制限もお勧めします。",
    en: "Update the server and remove methods based on SHA-1, CBC, RC4 and MD5 and DSA keys (KexAlgorithms, Ciphers, MACs, HostKeyAlgorithms); better still, limit who may connect.",
  },
  outcomes: {
    modern: {
      ja: "SSHは安全な方式だけを提示しています。",
      en: "SSH offers only strong algorithms.",
    },
    weak: {
      ja: "SSHが古い方式（{ssh.weak}）を提示しています。",
      en: "SSH offers outdated algorithms ({ssh.weak}).",
    },
    "version-1": {
      ja: "SSHが欠陥のある旧規格（プロトコル1、提示は{ssh.protocol}）を受け付けます。",
      en: "SSH accepts the broken protocol version 1 (it announces {ssh.protocol}).",
    },
  },
  facts: {
    "ssh.protocol": { ja: "SSHのバージョン", en: "SSH version" },
    "ssh.software": { ja: "SSHのソフトウェア", en: "SSH software" },
    "ssh.weak": { ja: "弱いSSHの方式", en: "Weak SSH algorithms" },
  },
  source: [
    { title: "RFC 9142 §4", url: "https://www.rfc-editor.org/rfc/rfc9142#section-4" },
    { title: "RFC 8758", url: "https://www.rfc-editor.org/rfc/rfc8758" },
  ],
} satisfies CheckTexts;
