import { defineCheck } from "../../engine/check.ts";
import { exchangeStrengths } from "../tls-survey/key-exchange.ts";
import { acceptedSuites, suiteNames } from "../tls-survey/strength.ts";
import { surveyTls } from "../tls-survey/survey.ts";
import { presentedLeaf } from "./certificate/presented.ts";
import { withSurvey } from "./with-survey.ts";

/**
 * Forward secrecy is offered, and key transport by the certificate's own RSA key is not
 * (RFC 9325 §4.1 and §7.3).
 */
export const tlsFs = defineCheck({
  id: "tls-fs",
  category: "tls",
  scope: "address",
  title: { ja: "前方秘匿性", en: "Forward secrecy" },
  explanation: {
    ja: "前方秘匿性のない通信は、記録しておけば、後にサーバーの秘密鍵が漏れたときにすべて解読できます。前方秘匿性があれば、過去の通信は守られます。",
    en: "Without forward secrecy, all recorded traffic can be decrypted once the server's private key leaks. With forward secrecy, past traffic stays safe.",
  },
  remedy: {
    ja: "ECDHEを使う暗号スイートだけを有効にし、RSA鍵交換（名前がTLS_RSA_で始まるもの）を無効にしてください。",
    en: "Enable only suites with ECDHE and disable RSA key exchange (names that begin with TLS_RSA_).",
  },
  source: [
    { title: "RFC 9325 §4.1, §7.3", url: "https://www.rfc-editor.org/rfc/rfc9325#section-4.1" },
  ],
  outcomes: {
    always: {
      state: "pass",
      severity: null,
      text: {
        ja: "すべての接続に前方秘匿性があります。",
        en: "Every connection has forward secrecy.",
      },
    },
    "static-offered": {
      state: "warn",
      severity: "low",
      text: {
        ja: "前方秘匿性のない鍵交換も受け入れます：{tls.static}",
        en: "Key exchange without forward secrecy is accepted too: {tls.static}",
      },
    },
    never: {
      state: "fail",
      severity: "medium",
      text: {
        ja: "前方秘匿性のある鍵交換に対応していません。",
        en: "No key exchange with forward secrecy is offered.",
      },
      cap: "no-forward-secrecy",
    },
  },
  async run(context) {
    return withSurvey(context, judgeWith(await leafIfTls(context)));
  },
});

type Leaf = Awaited<ReturnType<typeof presentedLeaf>>;

/** The certificate bounds the strength of the exchange; its absence is no reason to say nothing. */
async function leafIfTls(context: Parameters<typeof surveyTls>[0]): Promise<Leaf> {
  const seen = await surveyTls(context).catch(() => null);
  return seen?.answersTls ? presentedLeaf(context) : null;
}

function judgeWith(leaf: Leaf) {
  return (seen: Awaited<ReturnType<typeof surveyTls>>) => {
    const suites = acceptedSuites(seen).filter(({ anonymous }) => !anonymous);
    const secret = suites.some(({ forwardSecret }) => forwardSecret);
    const fixed = suiteNames(
      seen.classic,
      ({ forwardSecret, anonymous }) => !forwardSecret && !anonymous,
    );
    const strengths = exchangeStrengths(seen, leaf);
    const facts = [
      { name: "cipher.forwardSecrecy", value: secret },
      { name: "cipher.staticRsa", value: fixed.length > 0 },
      { name: "tls.static", value: fixed },
      ...(strengths.length > 0
        ? ([
            { name: "keyExchange.weakestBits", value: Math.min(...strengths), unit: "bits" },
            { name: "keyExchange.strongestBits", value: Math.max(...strengths), unit: "bits" },
          ] as const)
        : []),
    ];
    if (!secret) return { outcome: "never", facts } as const;
    return { outcome: fixed.length > 0 ? "static-offered" : "always", facts } as const;
  };
}
