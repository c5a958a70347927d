import { transaction } from "@sekimori/kit-server/database";
import { createOrganisation } from "@sekimori/portal-contract/endpoints/organisation";
import { nameBreakGlass } from "@sekimori/portal-contract/endpoints/organisation-rules";
import { joinAs } from "../features/organisation/organisation-repository.ts";
import type { TextRecords } from "../ports/text-records.ts";
import { accountIdOf, newEmail, newMember, signUpTo } from "./members.ts";
import { addTestPasskey } from "./passkeys.ts";
import { agree, cards, submitCard } from "./sign-up-calls.ts";
import type { TestPortal } from "./test-portal.ts";

/** The TXT records of a DNS that tests write to. */
export class WrittenRecords implements TextRecords {
  readonly texts = new Map<string, string[]>();
  /** Nobody answers. */
  isAway = false;

  publish({ name, value }: { readonly name: string; readonly value: string }): void {
    this.texts.set(name, [...(this.texts.get(name) ?? []), value]);
  }

  async look(name: string): Promise<readonly string[] | undefined> {
    return this.isAway ? undefined : (this.texts.get(name) ?? []);
  }
}

/** A company's member on the paid plan. */
export async function paidCompany(portal: TestPortal, email = newEmail()) {
  const browser = portal.browser();
  await signUpTo(portal, browser, "account", { plan: "detailed", email });
  await submitCard(portal, browser, cards.success);
  await agree(browser);
  return { browser, email };
}

/** The same with an organisation. */
export async function newOrganisation(portal: TestPortal, email?: string) {
  const company = await paidCompany(portal, email);
  const { organisation } = await company.browser.call(createOrganisation, { body: {} });
  if (!organisation) throw new Error("no organisation was created");
  return { ...company, organisation };
}

/** The same, whose owner has what it takes to set rules, and is the one whom none keeps out. */
export async function ruledOrganisation(portal: TestPortal) {
  const owner = await newOrganisation(portal);
  const { passkey, recoveryCodes } = await addTestPasskey(owner.browser);
  await owner.browser.call(nameBreakGlass, { body: {} });
  return { ...owner, passkey, recoveryCodes };
}

/** A member of the free plan who has agreed to belong to an organisation beside. */
export async function newColleague(portal: TestPortal, organisationId: string) {
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  const accountId = await accountIdOf(portal, email);
  await transaction(portal.context.db, (tx) =>
    joinAs(tx, { accountId, organisationId, hasOwnPlan: true }, portal.clock.now()),
  );
  return { browser, email, accountId };
}
