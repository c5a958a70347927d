import { AppError } from "@sekimori/kit-server/errors";
import type { PortalContext } from "../../context.ts";
import type { CallingApplication } from "./access-tokens.ts";

/** What applications are told of an account, as it is stored. */
export interface AccountRow {
  readonly id: string;
  readonly personal: Buffer;
  readonly language: "ja" | "en";
  readonly mfa_enabled: boolean;
  readonly access_ended_at: Date | null;
}

const selectAccount = `
  select a.id, a.personal, a.language, a.mfa_enabled, a.access_ended_at
  from portal.account a
  where a.id = $1 and a.closed_at is null and a.is_agree_service
    and ($2::text is null or exists (
      select from portal.oidc_consent k where k.account_id = a.id and k.client_id = $2))`;

/**
 * The account that an application asks about: a member's token tells of that member only, a
 * service's of those who have signed in at it and have not taken its access away.
 *
 * @throws AppError NotFound, also for accounts that there are but not for this caller.
 */
export async function accountFor(
  { pipeline }: Pick<PortalContext, "pipeline">,
  caller: CallingApplication,
  account: string,
): Promise<AccountRow> {
  if (caller.account !== undefined && caller.account !== account) throw new AppError("NotFound");
  const through = caller.account === undefined ? caller.clientId : null;
  const [row] = await pipeline.query<AccountRow>(selectAccount, [account, through]);
  if (row === undefined) throw new AppError("NotFound");
  return row;
}
