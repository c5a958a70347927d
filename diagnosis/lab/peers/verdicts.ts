import type { PeerRow } from "./peer.ts";

/** Who is right where another tool and the engine differ, and why. */
export type Verdict = {
  /** Names of the tools, separated by a bar. */
  readonly peer: string;
  readonly state: RegExp;
  readonly fact: RegExp;
  /** `both` where they speak of different things. */
  readonly right: "we" | "they" | "both";
  /** What our mistake is, where they are right. */
  readonly wrong?: "we-miss" | "we-wrongly-claim";
  readonly why: string;
};

/** Every disagreement that was looked into. One without a verdict fails the run, and so does a verdict on none. */
export const VERDICTS: readonly Verdict[] = [
  {
    peer: "zonemaster",
    state: /^data-altered$/,
    fact: /^dnssec\.state$/,
    right: "we",
    why: "It looks at the signatures of the zone's own records (SOA, NS, DNSKEY) and not at the address, which was altered; delv calls it bogus as we do.",
  },
  {
    peer: "zonemaster",
    state: /^lame-/,
    fact: /^dnssec\.state$/,
    right: "we",
    why: "Its error is that the lame server gives no keys. The zone itself validates, also by delv; the lame server is a finding of its own here and there.",
  },
  {
    peer: "zonemaster",
    state: /^kind-ds-sha1$/,
    fact: /^dnssec\.state$/,
    right: "both",
    why: "The parent's digest is SHA-1, which must no longer be made (RFC 9905): its error says so, and so does our finding of a weak algorithm. Resolvers still validate the zone, as delv does.",
  },
  {
    peer: "checkdmarc",
    state: /^spf-capitals$/,
    fact: /^spf\.verdict$/,
    right: "we",
    why: "The letters of an SPF record are of either case (RFC 7208 4.6.1, RFC 5234 2.3); pyspf reads it as we do.",
  },
  {
    peer: "checkdmarc",
    state: /^spf-unknown-modifier$/,
    fact: /^spf\.verdict$/,
    right: "we",
    why: "Receivers must ignore modifiers they do not know (RFC 7208 6); pyspf does.",
  },
  {
    peer: "checkdmarc",
    state: /^spf-zero-cidr$/,
    fact: /^spf\.verdict$/,
    right: "we",
    why: "A prefix length has no leading zero (RFC 7208 5.6); pyspf rejects the record as we do.",
  },
  {
    peer: "checkdmarc",
    state: /^spf-include-(nothing|absent)$/,
    fact: /^spf\.verdict$/,
    right: "we",
    why: "An include of a name without an SPF record is a permanent error (RFC 7208 5.2); pyspf says so. It warns only.",
  },
  {
    peer: "opendmarc-check",
    state: /^dmarc-two-records$/,
    fact: /^dmarc\.enforced/,
    right: "we",
    why: "Of several records none is applied (RFC 7489 6.6.3, kept by RFC 9989 4.10); it takes the one that comes first. Mail::DMARC and checkdmarc apply none.",
  },
  {
    peer: "opendmarc-check|Mail::DMARC|checkdmarc",
    state: /^dmarc-spaces$/,
    fact: /^dmarc\./,
    right: "we",
    why: "The grammar allows blanks around the equals sign and the semicolon (RFC 7489 6.4, kept by RFC 9989); they look for the letters v=DMARC1 without one.",
  },
  {
    peer: "opendmarc-check",
    state: /^dmarc-version-last$/,
    fact: /^dmarc\./,
    right: "we",
    why: "A record whose first tag is not the version is discarded (RFC 7489 6.3 and 6.6.3); Mail::DMARC and checkdmarc discard it.",
  },
  {
    peer: "Mail::DMARC",
    state: /^dmarc-lower-version$/,
    fact: /^dmarc\./,
    right: "we",
    why: "The version's value is DMARC1 in capitals (RFC 7489 6.3); opendmarc and checkdmarc discard the record.",
  },
  {
    peer: "opendmarc-check|Mail::DMARC",
    state: /^dmarc-test-mode$/,
    fact: /^dmarc\./,
    right: "we",
    why: "They are older than the tag t, by which RFC 9989 asks receivers not to apply the policy.",
  },
  {
    peer: "checkdmarc",
    state: /^dmarc-pct-0$/,
    fact: /^dmarc\./,
    right: "both",
    why: "It follows RFC 9989, which dropped the tag pct. Receivers that follow RFC 7489, as opendmarc and Mail::DMARC do, apply the policy to none of the mail: what is asked is whether forged mail is turned away by all.",
  },
  {
    peer: "opendmarc-check|checkdmarc",
    state: /^dmarc-beside-other-text$/,
    fact: /^dmarc\./,
    right: "we",
    why: "Texts that are no DMARC record are discarded first, and one record remains (RFC 7489 6.6.3); Mail::DMARC reads it.",
  },
  {
    peer: "posttls-finger",
    state: /^mx-literal$/,
    fact: /^mx\.travel$/,
    right: "both",
    why: "An MX record holds a name (RFC 5321 5.1). Postfix warns of the address and tries it all the same; other senders do not.",
  },
  {
    peer: "posttls-finger",
    state: /^mx-null-and-other$/,
    fact: /^mx\.travel$/,
    right: "both",
    why: "A null MX beside another is forbidden (RFC 7505 3), which we report; senders may follow either.",
  },
  {
    peer: "MDN HTTP Observatory",
    state: /^frame-star$/,
    fact: /^frame\.protected$/,
    right: "we",
    why: "frame-ancestors * lets every site frame the page (CSP3 6.4.2); it looks only whether the directive is there.",
  },
  {
    peer: "MDN HTTP Observatory",
    state: /^cors-reflects(?:-caddy)?$/,
    fact: /^cors\.reflectsOrigin$/,
    right: "we",
    why: "A plain GET needs no preflight (Fetch 3.3), and its answer repeats any origin and allows credentials. It asks by OPTIONS alone, and throws away the 405 that nginx and Caddy give to that for a file.",
  },
  {
    peer: "MDN HTTP Observatory",
    state: /^cors-reflects-apache$/,
    fact: /^cors\.reflectsOrigin$/,
    right: "we",
    why: "The server repeats any origin and allows credentials, in its answer to OPTIONS too. It looks for the origin that it sent among the headers of its own request, where its client keeps none, and calls the answer restricted.",
  },
  {
    peer: "MDN HTTP Observatory",
    state: /^cors-(null|suffix|prefix)$/,
    fact: /^cors\.reflectsOrigin$/,
    right: "we",
    why: "The server trusts the origin null or one that only begins or ends like its own, and allows credentials. It tries one foreign origin, which is neither.",
  },
  {
    peer: "MDN HTTP Observatory",
    state: /^csp-split-/,
    fact: /^csp\.unsafe$/,
    right: "we",
    why: "Each of several policies holds by itself, and an inline script runs only where all of them let it (CSP3 4.2.3, RFC 9110 5.3): here the first bars it, or both let it run. It reads the two headers as one policy.",
  },
  {
    peer: "MDN HTTP Observatory",
    state: /^csp-meta-in-body$/,
    fact: /^csp\.present$/,
    right: "we",
    why: "A policy in a meta element counts in the head alone (HTML 4.2.5.3, pragma content-security-policy); it takes one from anywhere.",
  },
  {
    peer: "sslyze",
    state: /^extra-(sha1|expired)$/,
    fact: /^cert\.chainOrdered$/,
    right: "both",
    why: "To the letter of TLS 1.2 nothing may follow that does not certify what stands before it (RFC 5246 7.4.2). Clients leave it aside (RFC 8446 4.4.2); we tell it as a certificate too many, and the order of the path is right.",
  },
  {
    peer: "zonemaster|delv",
    state: /^alias-at-the-top$/,
    fact: /^dnssec\.state$/,
    right: "we",
    why: "The zone is not signed. Without an SOA at its top, in whose place the alias stands, Zonemaster's tests of DNSSEC say nothing; delv speaks of the address where the alias leads, which is another zone's.",
  },
  {
    peer: "zonemaster",
    state: /^alias-at-the-top$/,
    fact: /^dns\.lame$/,
    right: "both",
    why: "Asked for the SOA the server answers with the alias, which it calls a failing server. We name the alias (RFC 1034 3.6.2): it is what has to go.",
  },
  {
    peer: "zonemaster",
    state: /^server-loopback$/,
    fact: /^dnssec\.state$/,
    right: "we",
    why: "Its error is that the server at 127.0.0.1 gives no keys. The zone validates, also by delv; the server is a finding of its own.",
  },
  {
    peer: "zonemaster",
    state: /^(server-loopback|all-servers-lame|all-servers-nowhere)$/,
    fact: /^dns\.lame$/,
    right: "both",
    why: "The server does not answer. We say the same by another name: it has a special address, or no server is left and nobody can look the domain up.",
  },
  {
    peer: "pyspf",
    state: /^spf-redirect-by-message$/,
    fact: /^spf\.verdict$/,
    right: "both",
    why: "The record that counts depends on the sender's address (RFC 7208 7.2). For the one that it was given there is none; what holds for others nobody can say, and we leave it undecided.",
  },
  {
    peer: "opendmarc-check|checkdmarc",
    state: /^dmarc-capital-tags$/,
    fact: /^dmarc\./,
    right: "we",
    why: "Names of tags are of either case (RFC 9989 4.8 and RFC 7489 6.4 in the ABNF of RFC 5234 2.3); Mail::DMARC reads the record as we do.",
  },
  {
    peer: "MDN HTTP Observatory",
    state: /^hsts-first-of-two$/,
    fact: /^hsts\.present$/,
    right: "we",
    why: "A browser reads the first of several headers and no other (RFC 6797 8.1); it reads them joined, and finds no policy.",
  },
  {
    peer: "MDN HTTP Observatory",
    state: /^hsts-zero-before-another$/,
    fact: /^hsts\.present$/,
    right: "both",
    why: "The header is there and switches the policy off, since the first one counts (RFC 6797 8.1); we report the policy as absent too.",
  },
  {
    peer: "MDN HTTP Observatory",
    state: /^csp-directive-twice$/,
    fact: /^frame\.protected$/,
    right: "we",
    why: "The second of two directives with one name is ignored, not the policy (CSP3 2.2.1), and its frame-ancestors hold.",
  },
  {
    peer: "MDN HTTP Observatory",
    state: /^frame-allow-from$/,
    fact: /^frame\.protected$/,
    right: "we",
    why: 'No browser of today knows ALLOW-FROM, and none obeys the header then (HTML, "The X-Frame-Options header").',
  },
  {
    peer: "MDN HTTP Observatory",
    state: /^frame-said-twice$/,
    fact: /^frame\.protected$/,
    right: "we",
    why: 'Equal values are one (HTML, "The X-Frame-Options header"): browsers let only the site itself frame the page.',
  },
  {
    peer: "MDN HTTP Observatory",
    state: /^nosniff-said-twice$/,
    fact: /^nosniff\.present$/,
    right: "we",
    why: 'The first value of the header decides (Fetch, "determine nosniff").',
  },
  {
    peer: "MDN HTTP Observatory",
    state: /^mixed-raised-by-policy$/,
    fact: /^csp\.unsafe$/,
    right: "we",
    why: "The policy raises every request to HTTPS (upgrade-insecure-requests), and a source of http: allows the host by HTTPS too (CSP3 6.7.2.8): nothing comes without encryption.",
  },
  {
    peer: "checkdmarc",
    state: /^spf-redirect-beside-all$/,
    fact: /^spf\.verdict$/,
    right: "we",
    why: 'A redirect beside "all" is ignored (RFC 7208 6.1) and nothing is asked for; pyspf reads the record as we do.',
  },
  {
    peer: "opendmarc-check",
    state: /^dmarc-faulty-alignment$/,
    fact: /^dmarc\.enforced/,
    right: "we",
    why: "A faulty value behind the policy is discarded for the default, not the record (RFC 7489 6.3); Mail::DMARC and checkdmarc apply the policy.",
  },
  {
    peer: "checkdmarc",
    state: /^dmarc-unknown-tag$/,
    fact: /^dmarc\.enforced/,
    right: "we",
    why: "Tags that are not known must be ignored (RFC 7489 6.3, kept by RFC 9989); opendmarc and Mail::DMARC do.",
  },
];

/** The verdict on a disagreement, or null when nobody has looked into it. */
export function verdictOf(row: PeerRow): Verdict | null {
  const fits = ({ peer, state, fact }: Verdict) =>
    peer.split("|").includes(row.peer) && state.test(row.state) && fact.test(row.fact);
  return VERDICTS.find(fits) ?? null;
}
