import type { ExaminedState } from "../examine-states.ts";
import { type LabPeer, needs, outcomes, type PeerFacts } from "./peer.ts";

/** How a sender's mail would travel, by the last word of Postfix's own probe. */
function travel(output: string): PeerFacts {
  const signs: readonly (readonly [RegExp, string])[] = [
    [/nullMX/, "takes none"],
    [/Verified TLS connection/, "verified"],
    [/Trusted TLS connection/, "verified"],
    [/TLS connection established/, "unverified"],
    // What it was refused before anything was offered, it has not seen.
    [/SMTP service not available|(?:EHLO|HELO) rejected/, "unknown"],
    [/SSL_connect error|Failed to establish|lookup failed/, "undeliverable"],
  ];
  const sign = signs.find(([pattern]) => pattern.test(output));
  return { "mx.travel": sign?.[1] ?? "plain" };
}

function ours(examined: ExaminedState): PeerFacts {
  const mx = outcomes(examined, "mail-mx");
  const tls = outcomes(examined, "mail-starttls");
  if (outcomes(examined, "mail-nullmx").has("declared")) return { "mx.travel": "takes none" };
  // The first server that answers gets the mail.
  const broken = ["absent", "private", "refuses", "old-tls", "literal"];
  if (!mx.has("answers") && broken.some((one) => mx.has(one)))
    return { "mx.travel": "undeliverable" };
  if (tls.has("failed")) return { "mx.travel": "undeliverable" };
  if (tls.has("not-offered")) return { "mx.travel": "plain" };
  if (outcomes(examined, "mail-dane").has("mismatch") || tls.has("certificate"))
    return { "mx.travel": "unverified" };
  return { "mx.travel": tls.has("encrypted") || tls.has("pinned") ? "verified" : "unknown" };
}

/** Postfix's own view of a domain's mail servers, DANE first and then the trusted roots. */
export const postfixPeer: LabPeer = {
  name: "posttls-finger",
  version: "postfix",
  obstacle: needs("posttls-finger"),
  about: ({ area }) => area === "MX, STARTTLS, DANE",
  async theirs({ room }, { name }) {
    const how = ["-c", "-t", "5", "-T", "5", "-L", "summary", "-l", "dane", "-F", "/lab/root.pem"];
    const ran = await room.ask("env", [
      "MAIL_CONFIG=/lab/postfix",
      "posttls-finger",
      ...how,
      `${name}.jp`,
      "hostname",
    ]);
    return travel(`${ran.stdout}\n${ran.stderr}`);
  },
  ours,
};
