import { createHash } from "node:crypto";
import { canonicalText, type LegalDocument } from "@sekimori/portal-contract/legal/document";
import { memberTerms } from "@sekimori/portal-contract/legal/member-terms";
import { serviceTerms } from "@sekimori/portal-contract/legal/service-terms";

export interface DocumentVersion {
  readonly id: LegalDocument["id"];
  readonly version: string;
}

/** The two documents that every member agrees to. */
export const documents: readonly LegalDocument[] = [serviceTerms, memberTerms];

function versionOf(document: LegalDocument): string {
  const hash = createHash("sha256").update(canonicalText(document)).digest("hex").slice(0, 16);
  return `${document.effectiveOn}-${hash}`;
}

/** What is in force: the day it began and a hash of every word in both languages. */
export const documentVersions: readonly DocumentVersion[] = documents.map((document) => ({
  id: document.id,
  version: versionOf(document),
}));

/** Whether somebody agreed to exactly what is in force, in any order. */
export function areCurrent(agreed: readonly DocumentVersion[]): boolean {
  return (
    agreed.length === documentVersions.length &&
    documentVersions.every(({ id, version }) =>
      agreed.some((document) => document.id === id && document.version === version),
    )
  );
}
