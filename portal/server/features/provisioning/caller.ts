import type { PortalContext, PortalTransaction } from "../../context.ts";
import { type AuditAction, appendAudit, type ClientInfo } from "../audit/audit.ts";
import { findOwners } from "../organisation/organisation-repository.ts";
import { ScimError } from "./scim-error.ts";

/** Whose directory calls. */
export interface Caller {
  readonly organisationId: string;
  /** Whether the holder's plan includes the organisation now. */
  readonly isIncluded: boolean;
  readonly client: ClientInfo;
}

export const baseOf = (
  { settings }: Pick<PortalContext, "settings">,
  organisationId: string,
): string => `${settings.portalOrigin}/scim/v2/${organisationId}`;

/** What lets somebody in needs the plan; what takes somebody out never does. @throws ScimError */
export function requirePlan({ isIncluded }: Caller): void {
  if (isIncluded) return;
  throw new ScimError(
    403,
    "The organization's plan doesn't include a directory now: people can be switched off and removed, and nothing else.",
  );
}

/** Writes an act of the directory down for the organisation's owners. */
export async function noteAct(
  { clock }: Pick<PortalContext, "clock">,
  tx: PortalTransaction,
  { organisationId, client }: Caller,
  action: AuditAction,
  detail: Readonly<Record<string, string>>,
): Promise<void> {
  const at = clock.now();
  for (const accountId of await findOwners(tx, organisationId)) {
    await appendAudit(tx, { accountId, action, at, client, detail });
  }
}

/** The entity-tag of a revision (RFC 7644, section 3.14). */
export const versionOf = (revision: number): string => `W/"${revision}"`;

const tagsOf = (header: string): readonly string[] =>
  header.split(",").map((one) => one.trim().replace(/^W\//, ""));

export function isOneOf(header: string | undefined, revision: number): boolean {
  if (header === undefined) return false;
  return header.trim() === "*" || tagsOf(header).includes(`"${revision}"`);
}

/** @throws ScimError 412 where the caller names another version. */
export function requireVersion(header: string | undefined, revision: number): void {
  if (header === undefined || isOneOf(header, revision)) return;
  throw new ScimError(412, "The resource has been changed since that version.");
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isId = (text: string): boolean => uuid.test(text);

export const notFound = (): ScimError => new ScimError(404, "There is no such resource.");
