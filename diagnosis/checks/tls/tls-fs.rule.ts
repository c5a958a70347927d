import { defineCheck } from "../../engine/check.ts";
import { exchangeStrengths } from "../tls-survey/key-exchange.ts";
import { acceptedSuites, suiteNames } from "../tls-survey/strength.ts";
import { surveyTls } from "../tls-survey/survey.ts";
import { presentedLeaf } from "./certificate/presented.ts";
import { tlsFsTexts } from "./tls-fs.texts.ts";
import { withSurvey } from "./with-survey.ts";

/**
 * Forward secrecy is offered, and key transport by the certificate's own RSA key is not
 * (RFC 9325 §4.1 and §7.3).
 */
export const tlsFs = defineCheck(tlsFsTexts, {
  id: "tls-fs",
  category: "tls",
  scope: "address",
  outcomes: {
    always: { state: "pass", severity: null },
    "static-offered": { state: "warn", severity: "low" },
    never: { state: "fail", severity: "medium", cap: "no-forward-secrecy" },
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
