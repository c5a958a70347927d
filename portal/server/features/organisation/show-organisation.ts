import { domainToUnicode } from "node:url";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import { domainWarningDays } from "@sekimori/portal-contract/constants";
import type {
  OrganisationDomain,
  OrganisationPage,
} from "@sekimori/portal-contract/endpoints/organisation";
import type { PortalContext } from "../../context.ts";
import { findAccount } from "../account/account-repository.ts";
import { openPersonalData } from "../account/personal-data.ts";
import { domainRecord } from "./domain-proof.ts";
import { includesOrganisation } from "./inclusion.ts";
import { isHeld } from "./keep-look.ts";
import {
  type DomainRow,
  findDomains,
  findOwned,
  type OrganisationRow,
} from "./organisation-repository.ts";

function stateOf(row: DomainRow): OrganisationDomain["state"] {
  if (row.lapsed_at !== null) return "lapsed";
  if (!isHeld(row)) return "claimed";
  return row.unseen_since === null ? "held" : "unseen";
}

function showDomain(row: DomainRow): OrganisationDomain {
  const { id, domain, unseen_since: since } = row;
  const lapsesAt = since && new Date(since.getTime() + domainWarningDays * dayMs);
  return {
    id,
    domain,
    name: domainToUnicode(domain) || domain,
    state: stateOf(row),
    provedAt: row.proved_at?.toISOString() ?? null,
    checkedAt: row.checked_at?.toISOString() ?? null,
    lapsesAt: lapsesAt?.toISOString() ?? null,
    problem: row.problem,
    record: domainRecord(domain, row.token),
  };
}

/** What an organisation is called: as its holder's registered details say. */
export async function nameOfOrganisation(
  { db, sealer }: Pick<PortalContext, "db" | "sealer">,
  { holder_id: holderId }: Pick<OrganisationRow, "holder_id">,
): Promise<string> {
  const holder = await findAccount(db, holderId);
  if (!holder) return "";
  const { information } = openPersonalData(sealer, holder.id, holder.personal);
  return information.userType === "1" ? information.companyName : "";
}

/** What a member sees of the organisation that they own; others see only whether they may create one. */
export async function showOrganisationOf(
  context: PortalContext,
  accountId: string,
): Promise<OrganisationPage> {
  const { db, clock } = context;
  const now = clock.now();
  const account = await findAccount(db, accountId);
  const isCompany = account?.user_type === "1";
  const isIncluded = isCompany && (await includesOrganisation(db, accountId, now));
  const creation = isIncluded ? "possible" : isCompany ? "plan" : "individual";
  const owned = await findOwned(db, accountId);
  if (!owned) return { organisation: null, creation };
  return {
    organisation: {
      id: owned.id,
      name: await nameOfOrganisation(context, owned),
      createdAt: owned.created_at.toISOString(),
      included: await includesOrganisation(db, owned.holder_id, now),
      domains: (await findDomains(db, owned.id)).map(showDomain),
    },
    creation,
  };
}
