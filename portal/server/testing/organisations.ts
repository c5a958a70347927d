import { createOrganisation } from "@sekimori/portal-contract/endpoints/organisation";
import type { TextRecords } from "../ports/text-records.ts";
import { newEmail, signUpTo } from "./members.ts";
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
