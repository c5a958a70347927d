import type { Row } from "./compare.ts";

/** Why a disagreement with another tool is not our mistake (or which of ours it is). */
export type Verdict = {
  /** Names of the tools it is about, separated by a bar. */
  readonly peer: string;
  readonly fact: RegExp;
  readonly fixture: RegExp;
  readonly reason: string;
};

/** Every disagreement that was looked into. One without a verdict fails the comparison. */
export const VERDICTS: readonly Verdict[] = [
  {
    peer: "MDN HTTP Observatory",
    fact: /^cors\.reflectsOrigin$/,
    fixture: /^reflecting-cors$/,
    reason:
      "The fixture reflects any origin and allows credentials. The Observatory (1.4.8) sees the reflected origin but does not find the one it sent in its own request, and so calls it restricted.",
  },
  {
    peer: "sslscan|nmap|testssl.sh",
    fact: /^tls\.(compression|secureRenegotiation|extendedMasterSecret)$/,
    fixture: /^tls13-only$/,
    reason:
      "TLS 1.3 has neither compression nor renegotiation; we say that the check does not apply, the others say no.",
  },
];

/** The verdict on a row, or undefined when nobody has looked into it. */
export function verdictOn(peer: string, row: Row): Verdict | undefined {
  return VERDICTS.find(
    (one) =>
      one.peer.split("|").includes(peer) &&
      one.fact.test(row.fact) &&
      one.fixture.test(row.fixture),
  );
}
