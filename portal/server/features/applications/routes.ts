import type { Locale } from "@sekimori/kit-contract/locale";
import { createBinder } from "@sekimori/kit-server/http";
import { applicationContractVersion } from "@sekimori/portal-contract/applications/declare";
import {
  listInvoices,
  listPlans,
  readContract,
  readMember,
} from "@sekimori/portal-contract/applications/endpoints";
import { goesOut, invoiceDocumentPath } from "@sekimori/portal-contract/invoice-document";
import { planIds, planNeedsCard } from "@sekimori/portal-contract/plan-ids";
import type { FastifyInstance } from "fastify";
import type { PortalContext } from "../../context.ts";
import { openPersonalData } from "../account/personal-data.ts";
import { findInvoices, showInvoice } from "../billing/invoice-service.ts";
import { findContract } from "../contract/contract-repository.ts";
import { directoryRoleOf } from "../organisation/group-role-repository.ts";
import { calendarDay } from "../plan/plan-dates.ts";
import { findPrices, priceOn } from "../plan/plan-prices.ts";
import { createAccessTokens } from "./access-tokens.ts";
import { accountFor } from "./applications-repository.ts";
import { contractForApplications } from "./contract-for-applications.ts";
import { entitlementsOf } from "./entitlements.ts";

const version = applicationContractVersion;

/** RFC 6750, section 3: a caller without a right learns from a header what it lacks. */
const challenges: Readonly<Record<string, string>> = {
  TokenInvalid: 'Bearer error="invalid_token"',
  ScopeInsufficient: 'Bearer error="insufficient_scope"',
};

/** The portal's contract for its applications (docs/integrate/application-contract.md). */
export async function registerApplications(
  app: FastifyInstance,
  context: PortalContext,
): Promise<void> {
  const { clock, db, sealer, settings } = context;
  const tokens = createAccessTokens(context);
  const documentUrl = (id: string, locale: Locale) =>
    `${settings.portalOrigin}${invoiceDocumentPath(id, locale)}`;

  await app.register(async (scope) => {
    scope.addHook("onSend", async (_request, reply) => {
      const challenge = challenges[reply.refusal ?? ""];
      if (challenge !== undefined) reply.header("www-authenticate", challenge);
    });
    const bind = createBinder(scope, {
      limiter: context.limiter,
      authorise: (_access, request) => tokens.authorise(request),
      subject: (request) => tokens.key(request),
    });

    const directoryOf = async (accountId: string) => {
      const told = await directoryRoleOf(db, accountId);
      if (!told) return null;
      const { holder, given } = told;
      const domainGroups = given?.domainGroups ? [...given.domainGroups] : null;
      return { holder, role: given?.role ?? null, domainGroups };
    };

    bind(readMember, async ({ request, params }) => {
      const account = await accountFor(context, tokens.caller(request), params.account);
      const { email, information } = openPersonalData(sealer, account.id, account.personal);
      return {
        version,
        account: account.id,
        firstName: information.firstName,
        lastName: information.lastName,
        email,
        language: account.language,
        twoFactor: account.mfa_enabled,
        accessEnded: account.access_ended_at !== null,
        directory: await directoryOf(account.id),
        organisation:
          information.userType === "1"
            ? { name: information.companyName, corporateNumber: information.corporateNumber }
            : null,
      };
    });

    bind(readContract, async ({ request, params }) => {
      const { id } = await accountFor(context, tokens.caller(request), params.account);
      const contract = await findContract(db, id);
      return contractForApplications(settings, id, contract, calendarDay(clock.now()));
    });

    bind(listInvoices, async ({ request, params }) => {
      const account = await accountFor(context, tokens.caller(request), params.account);
      const found = await findInvoices(context, account.id, {});
      return {
        version,
        account: account.id,
        invoices: found
          .map(({ invoice, snapshot }) => showInvoice(invoice, snapshot))
          .filter(({ kind }) => kind === "invoice")
          .map(({ id, number, issuedOn, dueOn, state, total, taxAmount: tax }) => {
            const documentUrls = goesOut({ state })
              ? { ja: documentUrl(id, "ja"), en: documentUrl(id, "en") }
              : null;
            return { number, issuedOn, dueOn, state, total, tax, documentUrls };
          }),
      };
    });

    bind(listPlans, async () => {
      const prices = await findPrices(db, settings);
      const today = calendarDay(clock.now());
      return {
        version,
        plans: planIds.map((plan) => ({
          plan,
          monthlyPrice: planNeedsCard[plan] ? priceOn(prices, plan, today).monthlyPrice : null,
          entitlements: entitlementsOf(plan, settings),
        })),
      };
    });
  });
}
