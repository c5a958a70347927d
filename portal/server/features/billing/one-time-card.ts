import type { PortalContext } from "../../context.ts";
import type { AttemptRow } from "./attempt-repository.ts";

const contextOf = (attemptId: string) => `portal.charge_attempt.one_time_token:${attemptId}`;

/** The token of the company's fields, as an attempt keeps it until it is decided. */
export function sealOneTimeCard(
  { sealer }: Pick<PortalContext, "sealer">,
  attemptId: string,
  token: string,
): Buffer {
  return sealer.seal(token, contextOf(attemptId));
}

/** The token that an attempt is charged with; undefined for the card on file. */
export function openOneTimeCard(
  { sealer }: Pick<PortalContext, "sealer">,
  { id, one_time_token: token }: Pick<AttemptRow, "id" | "one_time_token">,
): string | undefined {
  return token === null ? undefined : sealer.open(token, contextOf(id)).toString("utf8");
}
