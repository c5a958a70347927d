import type { DomainRow } from "@sekimori/karte-contract/endpoints/domains";
import type { RunEvent } from "@sekimori/karte-contract/endpoints/runs";

/** A domain as it is with the news of a run; one of another domain leaves it as it is. */
export function withRun<Domain extends Pick<DomainRow, "id" | "run">>(
  domain: Domain,
  { id, domain: of, state, phase, done, total }: RunEvent,
): Domain {
  if (of.id !== domain.id) return domain;
  // News of one run may overtake each other: what was done is never undone.
  if (domain.run?.id === id && domain.run.done > done) return domain;
  return { ...domain, run: { id, state, phase, done, total } };
}
