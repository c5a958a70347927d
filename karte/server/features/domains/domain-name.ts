import { domainToUnicode } from "node:url";
import { type HostNameProblem, HostNameRefused } from "@sekimori/diagnosis/host-name";
import type { RowProblem } from "@sekimori/karte-contract/endpoints/imports";
import { copiedName } from "@sekimori/kit-contract/search-text";
import type { Examiner } from "../../ports/examiner.ts";
import { hiddenMarkIn, homographOf } from "./deceptive-name.ts";

/** A name that may be managed: as the DNS has it, as people read it, and whose it is a part of. */
export interface ReadName {
  readonly name: string;
  readonly unicode: string;
  readonly registrable: string;
}

export type NameProblem = { readonly problem: RowProblem; readonly hint: string | null };

const problems: Readonly<Record<HostNameProblem, RowProblem>> = {
  length: "too-long",
  "not a plain host name": "not-a-name",
  "not valid under IDNA": "not-a-name",
  "character not allowed in names": "symbol",
  "IP literal": "ip-address",
  "single label": "not-a-name",
  "label syntax": "not-a-name",
  "numeric top level": "not-a-name",
  "special-use name": "local-name",
  "unknown top level": "unknown-top-level",
  "public suffix": "public-suffix",
  "opted out": "opted-out",
};

/** Reads what a person gave as the name of a domain or host, or says what is wrong with it. */
export function readName(examiner: Pick<Examiner, "name">, text: string): ReadName | NameProblem {
  const hidden = hiddenMarkIn(text.trim());
  if (hidden !== undefined) return { problem: hidden, hint: null };
  const plain = copiedName(text);
  if (plain === "") return { problem: "required", hint: null };
  if (plain.toLowerCase() === "localhost") return { problem: "local-name", hint: null };
  try {
    const { host, domain } = examiner.name(plain);
    const homograph = homographOf(host);
    if (homograph !== undefined) return { problem: "homograph", hint: homograph };
    return { name: host, unicode: domainToUnicode(host), registrable: domain };
  } catch (error) {
    if (!(error instanceof HostNameRefused)) throw error;
    return { problem: problems[error.why], hint: null };
  }
}
