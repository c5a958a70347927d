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
import { insertAgreement } from "./features/contract/agreement-repository.ts";
import { beginContract } from "./features/contract/contract-service.ts";
import { finalConfirmation, planStart } from "./features/contract/final-confirmation.ts";
import { submitCard } from "./features/payment/card-attempt-service.ts";

/** The sign-in that a fresh installation for development has. */
export const demoAccount = {
  email: "demo@sekimori.example",
  password: "Sekimori-2026",
} as const;

const organisation = "関守デモ株式会社";

const information: AccountInformation = {
  userType: "1",
  companyName: organisation,
  corporateNumber: "7000012050002",
  firstName: "花子",
  lastName: "関",
  postalCode: "1000001",
  addrState: "13",
  addrCity: "千代田区",
  addrLine1: "千代田1-1",
  addrLine2: "",
};

interface DemoPerson {
  readonly email: string;
  readonly plan: "free" | "detailed";
  readonly information: AccountInformation;
}

/** All sign in with the same password. */
const people = {
  owner: { email: demoAccount.email, plan: "detailed", information },
  viewer: {
    email: "viewer@sekimori.example",
    plan: "free",
    information: { ...information, firstName: "健", lastName: "佐藤" },
  },
  guest: {
    email: "guest@sekimori.example",
    plan: "free",
    information: { ...information, firstName: "葵", lastName: "鈴木" },
  },
} as const satisfies Readonly<Record<string, DemoPerson>>;

/** A person of the demo as applications know them. */
export interface SeededPerson {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly givenName: string;
}

export interface SeededPeople {
  readonly organisation: string;
  readonly owner: SeededPerson;
  readonly viewer: SeededPerson;
  readonly guest: SeededPerson;
}

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

async function createAccount(context: PortalContext, person: DemoPerson): Promise<string> {
  const { db, clock, digests, passwords, sealer } = context;
  const now = clock.now();
  const id = randomUUID();
  const passwordHash = await passwords.hash(demoAccount.password);
  await transaction(db, async (tx) => {
    await insertAccount(tx, sealer, {
      id,
      emailDigest: digests.email(person.email),
      personal: { email: person.email, information: person.information },
      language: "ja",
      passwordHash,
      external: null,
      createdAt: now,
    });
    await updateAccount(tx, id, { is_agree_service: true });
    const start = await planStart(context, tx, {
      accountId: id,
      plan: person.plan,
      cardDigest: null,
      now,
    });
    await insertAgreement(tx, {
      accountId: id,
      plan: start.plan,
      shown: finalConfirmation(context, start, null),
      locale: "ja",
      promotionalMail: false,
      at: now,
      client,
    });
    await beginContract(tx, { accountId: id, start, cardDigest: null, now });
  });
  return id;
}

async function ensurePerson(context: PortalContext, person: DemoPerson): Promise<SeededPerson> {
  const { db, digests } = context;
  const present = await findAccountByEmail(db, digests.email(person.email));
  const id = present?.id ?? (await createAccount(context, person));
  const { lastName, firstName } = person.information;
  return { id, email: person.email, name: `${lastName} ${firstName}`, givenName: firstName };
}

/**
 * Makes the demo organisation, once: its owner agreed to the detailed plan, two-factor off and,
 * beside the sandbox's payment company, with a card on file; two colleagues on the free plan. For
 * development only.
 */
export async function seedDemo({
  context,
}: {
  readonly context: PortalContext;
}): Promise<SeededPeople> {
  const { db, gateway } = context;
  const owner = await ensurePerson(context, people.owner);
  const viewer = await ensurePerson(context, people.viewer);
  const guest = await ensurePerson(context, people.guest);
  const seeded = { organisation, owner, viewer, guest };
  if (gateway.name !== "sandbox") return seeded;
  const card = await db
    .selectFrom("portal.card")
    .select("id")
    .where("account_id", "=", owner.id)
    .executeTakeFirst();
  // Once there was a card, what became of it is the demo user's doing.
  if (card) return seeded;
  const submit = {
    attempt: randomUUID(),
    cardToken: await sandboxCardToken(context),
    accountId: owner.id,
    purpose: "sign-up" as const,
    locale: "ja" as const,
  };
  await submitCard(context, submit, client);
  return seeded;
}
