import type {
  ContractView,
  getContract,
  listContractInvoices,
} from "@sekimori/karte-contract/endpoints/contract";
import type { EndpointResult } from "@sekimori/kit-contract/endpoint";
import { tokyoMonth } from "@sekimori/kit-contract/tokyo";
import { AppError } from "@sekimori/kit-server/errors";
import { type SqlBool, sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { inScope } from "../../database/scope.ts";
import { peopleById } from "../principals/person.ts";
import type { Member } from "../principals/principals.ts";
import { runRows, runViews } from "../run-records/run-rows.ts";
import { contractMeasures, contractWorkspaces } from "./contract-repository.ts";
import { cachedContract, hearContract } from "./contract-service.ts";
import { leavingDays, leavingView, ownedAlone } from "./leaving.ts";
import { planView } from "./plan-view.ts";
import { quotaSeen } from "./quota.ts";

/** Runs that are listed as what used the quota. */
const usedByMost = 50;

async function viewOf(
  { sealer, settings }: KarteContext,
  tx: KarteTransaction,
  member: Member,
  now: Date,
): Promise<Omit<ContractView, "stale">> {
  const contract = await cachedContract(tx);
  const { owner, answer } = contract;
  const person = await peopleById(tx, sealer, [owner]);
  const runs = await runRows(
    tx,
    sql<SqlBool>`r.quota_owner = ${owner} and r.quota_month = ${tokyoMonth(now)}`,
    sql`order by r.queued_at desc limit ${usedByMost}`,
  );
  // A program acts by the workspace's leave: what its maker has and is elsewhere is not its own.
  const isProgram = member.scope.token !== undefined;
  const isYours = !isProgram && member.person.id === owner;
  // Sums over what somebody may not see tell of it.
  const seesSums = isYours || member.groups === null;
  const leaving = leavingDays(answer);
  const yours = isProgram ? null : await leavingView(tx, contract, member.person.id);
  const closing = isProgram ? [] : await ownedAlone(tx, member.person.id);
  const workspaces = await contractWorkspaces(tx, owner);
  const { domains, people } = await contractMeasures(tx, now);
  const holder = isProgram ? null : person(owner);
  return {
    plan: planView(answer),
    contractedPlan: answer.contractedPlan ?? answer.plan,
    state: answer.state,
    freeUntil: answer.state === "trial" ? answer.freeUntil : null,
    nextBillingOn: answer.nextBillingOn,
    endsOn: answer.endsOn ?? null,
    deletesOn: leaving?.deletesOn ?? null,
    youLeave: yours?.yours ?? false,
    closes: closing.map(({ name }) => name),
    monthlyPrice: isProgram ? null : (answer.monthlyPrice ?? null),
    quota: await quotaSeen(tx, { seesSums }, now),
    usedBy: await runViews(tx, sealer, runs),
    domains: { used: seesSums ? domains : null, limit: answer.entitlements.domains },
    people: { used: seesSums ? people : null, limit: answer.entitlements.users },
    owner: holder?.email ? holder : null,
    yours: isYours,
    // Names of other workspaces of the contract are for its owner only.
    workspaces: workspaces
      .filter(({ id }) => isYours || id === member.workspaceId)
      .map((one) => (seesSums ? one : { ...one, domains: null })),
    manageUrl: answer.manageUrl || settings.portalOrigin,
  };
}

/** The contract as the portal tells it now, or as it told it last, with what is used of it. */
export async function contractView(
  context: KarteContext,
  member: Member,
): Promise<EndpointResult<typeof getContract>> {
  const stale = await hearContract(context, member.workspaceId);
  const view = await inScope(context.db, member.scope, (tx) =>
    viewOf(context, tx, member, context.clock.now()),
  );
  return { ...view, stale };
}

/** What the contract's owner was billed. @throws AppError NotAllowed, PortalUnavailable. */
export async function contractInvoices(
  { contracts, db }: KarteContext,
  { person, scope }: Member,
): Promise<EndpointResult<typeof listContractInvoices>> {
  const { owner } = await inScope(db, scope, cachedContract);
  // Another owner of the workspace sees what is used, not what somebody else pays.
  if (owner !== person.id) throw new AppError("NotAllowed", { data: { act: "contract" } });
  try {
    return { invoices: [...((await contracts.invoices(owner)) ?? [])] };
  } catch (error) {
    throw new AppError("PortalUnavailable", { cause: error });
  }
}
