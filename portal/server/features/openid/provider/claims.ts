import { personName } from "@sekimori/kit-contract/person-name";
import { planEntitlements } from "@sekimori/portal-contract/entitlements";
import type { PlanId } from "@sekimori/portal-contract/plans";
import type { Account, AccountClaims, Client, KoaContextWithOIDC } from "oidc-provider";
import type { PortalContext } from "../../../context.ts";
import { openPersonalData } from "../../account/personal-data.ts";
import { requestMemory } from "../protocol/request-memory.ts";
import { scopeOfClaim, wordsOf } from "../protocol/scopes.ts";
import { addressClaim } from "./address-claim.ts";

interface AccountFacts {
  readonly id: string;
  readonly personal: Buffer;
  readonly language: "ja" | "en";
  readonly updated_at: Date;
  readonly plan: PlanId | null;
  readonly free_until: string | null;
  readonly next_billing_on: string | null;
  /** At the application that asks. */
  readonly roles: readonly string[];
}

const selectSubject = `
  select a.id, a.personal, a.language, a.updated_at, c.plan, c.free_until::text, c.next_billing_on::text,
    array(
      select role from portal.account_role r
      where r.account_id = a.id and r.audience = $2 order by role
    ) as roles
  from portal.account a
  left join portal.contract c on c.account_id = a.id and c.ended_on is null
  where a.id = $1 and a.closed_at is null and a.access_ended_at is null
    and a.is_agree_service`;

/**
 * An account that has agreed to the service; nobody else is known to applications.
 *
 * @param clientId the application that asks, whose roles are read.
 */
export async function findSubject(
  { pipeline }: Pick<PortalContext, "pipeline">,
  accountId: string,
  clientId: string,
): Promise<AccountFacts | undefined> {
  const [facts] = await pipeline.query<AccountFacts>(selectSubject, [accountId, clientId]);
  return facts;
}

/** Every claim of an account; the engine picks what was asked for and allowed. */
export function claimsOf({ sealer }: Pick<PortalContext, "sealer">, account: AccountFacts) {
  const personal = openPersonalData(sealer, account.id, account.personal);
  const { email, information } = personal;
  const { firstName, lastName } = information;
  const plan = account.plan ?? "free";
  return {
    sub: account.id,
    name: personName(firstName, lastName, account.language),
    family_name: lastName,
    given_name: firstName,
    locale: account.language,
    // What a person knows the account by; it changes with the address, so `sub` is what to keep.
    preferred_username: email,
    updated_at: Math.floor(account.updated_at.getTime() / 1000),
    email,
    email_verified: true,
    address: addressClaim(information, account.language),
    plan: {
      id: plan,
      free_until: account.free_until,
      next_billing_on: account.next_billing_on,
      scans_per_month: planEntitlements[plan].manualRunsPerMonth,
    },
    organization: {
      id: account.id,
      type: information.userType === "1" ? "organization" : "personal",
      name: information.userType === "1" ? information.companyName : null,
      corporate_number: information.userType === "1" ? information.corporateNumber : null,
    },
    roles: account.roles,
  };
}

/** Of all claims those that an application may learn at all, however and whenever it asked. */
function withinRegistration(
  claims: ReturnType<typeof claimsOf>,
  client: Pick<Client, "scope"> | undefined,
): AccountClaims {
  if (client?.scope === undefined) return claims;
  const scopes = wordsOf(client.scope);
  const told = Object.entries(claims).filter(([name]) => scopes.includes(scopeOfClaim(name) ?? ""));
  return { ...Object.fromEntries(told), sub: claims.sub };
}

/** An account as the engine asks for it; undefined when applications do not know it. */
export async function accountFor(
  context: Pick<PortalContext, "pipeline" | "sealer">,
  ctx: KoaContextWithOIDC,
  accountId: string,
): Promise<Account | undefined> {
  // Whoever is signed in has just been read, and so has the owner of a token.
  const isKnown =
    ctx.oidc.session?.accountId === accountId || requestMemory(ctx)?.accounts.has(accountId);
  const read = () => findSubject(context, accountId, ctx.oidc.client?.clientId ?? "");
  let facts = isKnown ? undefined : await read();
  if (!isKnown && facts === undefined) return undefined;
  return {
    accountId,
    async claims(use, _scope, asked) {
      // An ID token tells of its own accord only what the engine knows: the rest is what the
      // userinfo endpoint is for (OpenID Connect Core, section 5.4). Some clients never ask there.
      const isWhole = use === "userinfo" || ctx.oidc.client?.id_token_claims === true;
      const names = Object.keys(asked ?? {});
      if (!isWhole && names.length === 0) return { sub: accountId };
      facts ??= await read();
      if (facts === undefined) return { sub: accountId };
      const told = withinRegistration(claimsOf(context, facts), ctx.oidc.client);
      if (isWhole) return told;
      const named = Object.entries(told).filter(([name]) => names.includes(name));
      return { ...Object.fromEntries(named), sub: accountId };
    },
  };
}
