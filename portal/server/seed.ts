import { randomUUID } from "node:crypto";
import { transaction } from "@sekimori/kit-server/database";
import type { AccountInformation } from "@sekimori/portal-contract/fields";
import { z } from "zod";
import type { PortalContext } from "./context.ts";
import {
  findAccountByEmail,
  insertAccount,
  updateAccount,
} from "./features/account/account-repository.ts";
import { documentVersions } from "./features/agreement/documents.ts";
import { submitCard } from "./features/payment/card-attempt-service.ts";
import { calendarDay } from "./features/plan/plan-dates.ts";
import { termsOf } from "./features/plan/plan-terms.ts";

/** The sign-in that a fresh installation for development has. */
export const demoAccount = {
  email: "demo@sekimori.example",
  password: "Sekimori-2026",
} as const;

const information: AccountInformation = {
  userType: "1",
  companyName: "関守デモ株式会社",
  corporateNumber: "7000012050002",
  firstName: "花子",
  lastName: "関",
  postalCode: "1000001",
  addrState: "13",
  addrCity: "千代田区",
  addrLine1: "千代田1-1",
  addrLine2: "",
};

const client = { ipAddress: "127.0.0.1", device: "" };

/** A card that the sandbox's payment company registers without a challenge. */
async function sandboxCardToken({ gateway }: PortalContext): Promise<string> {
  const { origin, publishableKey: key } = gateway.fields;
  const response = await fetch(`${origin}/payment/fields/tokens`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify({
      key,
      card: {
        number: "4111110000001003",
        expiryMonth: "12",
        expiryYear: "2030",
        securityCode: "123",
        holder: "HANAKO SEKI",
      },
    }),
  });
  return z.object({ token: z.string() }).parse(await response.json()).token;
}

async function createDemoAccount(context: PortalContext): Promise<string> {
  const { db, clock, digests, passwords, sealer, settings } = context;
  const now = clock.now();
  const id = randomUUID();
  const terms = termsOf("detailed", calendarDay(now), {
    monthlyPrice: settings.planMonthlyPrice,
    taxPercent: settings.planTaxPercent,
    trialMonths: settings.planTrialMonths,
  });
  const passwordHash = await passwords.hash(demoAccount.password);
  await transaction(db, async (tx) => {
    await insertAccount(tx, sealer, {
      id,
      emailDigest: digests.email(demoAccount.email),
      personal: { email: demoAccount.email, information },
      language: "ja",
      passwordHash,
      external: null,
      createdAt: now,
    });
    await updateAccount(tx, id, { is_agree_service: true });
    await tx
      .insertInto("portal.contract")
      .values({
        id: randomUUID(),
        account_id: id,
        plan: terms.id,
        free_until: terms.freeUntil,
        next_billing_on: terms.nextBillingOn,
        monthly_price: terms.monthlyPrice,
        tax_percent: terms.taxPercent,
        started_on: calendarDay(now),
        created_at: now,
      })
      .execute();
    await tx
      .insertInto("portal.agreement")
      .values({
        id: randomUUID(),
        account_id: id,
        documents: JSON.stringify(documentVersions),
        shown: JSON.stringify(terms),
        locale: "ja",
        promotional_mail: false,
        agreed_at: now,
        ip_address: client.ipAddress,
        device: client.device,
      })
      .execute();
  });
  return id;
}

/**
 * Makes the demo organisation, once: agreed to the detailed plan, two-factor off and, beside the
 * sandbox's payment company, with a card on file. For development only.
 */
export async function seedDemo({ context }: { readonly context: PortalContext }): Promise<void> {
  const { db, digests, gateway } = context;
  const present = await findAccountByEmail(db, digests.email(demoAccount.email));
  const accountId = present?.id ?? (await createDemoAccount(context));
  if (gateway.name !== "sandbox") return;
  const card = await db
    .selectFrom("portal.card")
    .select("id")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  // Once there was a card, what became of it is the demo user's doing.
  if (card) return;
  const submit = {
    attempt: randomUUID(),
    cardToken: await sandboxCardToken(context),
    accountId,
    purpose: "sign-up" as const,
    locale: "ja" as const,
  };
  await submitCard(context, submit, client);
}
