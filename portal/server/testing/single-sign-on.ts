import type { TestClient, TestResponse } from "@sekimori/kit-development/testing";
import { checkDomain, claimDomain } from "@sekimori/portal-contract/endpoints/organisation";
import {
  beginSingleSignOn,
  completeSingleSignOn,
  joinOrganisation,
  setUpConnection,
  showJoining,
  switchConnection,
  testConnection,
} from "@sekimori/portal-contract/endpoints/single-sign-on";
import { type ExternalChoice, visitProvider } from "./external-person.ts";
import { newOrganisation, type WrittenRecords } from "./organisations.ts";
import type { TestPortal } from "./test-portal.ts";

let serial = 0;
export const newMailDomain = () => `sso-${++serial}.co.jp`;

/** Has the owner's organisation hold a domain, by a record that stands in the DNS. */
export async function proveDomain(browser: TestClient, records: WrittenRecords, domain: string) {
  const listed = await browser.call(claimDomain, { body: { domain } });
  const claimed = listed.organisation?.domains.find((one) => one.domain === domain);
  if (!claimed) throw new Error(`${domain} is not on the list`);
  records.publish(claimed.record);
  await browser.call(checkDomain, { params: { id: claimed.id }, body: {} });
  return claimed;
}

/** The sandbox's provider as a company's own. */
export const companyProvider = ({ sandbox }: Pick<TestPortal, "sandbox">) => ({
  issuer: `${sandbox.origin}/identity`,
  clientId: "company",
  clientSecret: "company-secret-0123456789",
  scopes: "openid email profile",
});

/** An organisation that holds a domain and has set its provider up, which is neither tested nor on. */
export async function withConnection(portal: TestPortal, records: WrittenRecords) {
  const owner = await newOrganisation(portal);
  const domain = newMailDomain();
  const proved = await proveDomain(owner.browser, records, domain);
  await owner.browser.call(setUpConnection, { body: companyProvider(portal) });
  return { ...owner, domain, proved };
}

export type Company = Awaited<ReturnType<typeof withConnection>>;

export const person = (email: string, verified = true): ExternalChoice => ({
  make: { email, verified },
});

/** Goes to the provider and hands its answer in, as the portal's page does. */
export async function comeBack(
  browser: TestClient,
  { organisation }: { readonly organisation: { readonly id: string } },
  redirectUrl: string,
  choice: ExternalChoice,
): Promise<TestResponse> {
  const { state = "", ...rest } = await visitProvider(redirectUrl, choice);
  return browser.attempt(completeSingleSignOn, {
    params: { organisation: organisation.id },
    query: { ...rest, state },
  });
}

/** The owner tries the connection as somebody at the provider. */
export async function tryConnection(
  browser: TestClient,
  company: Company,
  choice: ExternalChoice = person(`someone@${company.domain}`),
): Promise<TestResponse> {
  const { redirectUrl } = await browser.call(testConnection, { body: {} });
  return comeBack(browser, company, redirectUrl, choice);
}

/** An organisation whose single sign-on is on. */
export async function withSingleSignOn(portal: TestPortal, records: WrittenRecords) {
  const company = await withConnection(portal, records);
  await tryConnection(company.browser, company);
  await company.browser.call(switchConnection, { body: { on: true } });
  return company;
}

export async function discover(browser: TestClient, email: string): Promise<string | null> {
  const body = { email, locale: "en" as const };
  return (await browser.call(beginSingleSignOn, { body })).redirectUrl;
}

/** Signs in by the company's provider: an address is typed, somebody chosen there. */
export async function signInAt(
  browser: TestClient,
  company: Company,
  choice: ExternalChoice,
  typed = `anybody@${company.domain}`,
): Promise<TestResponse> {
  const redirectUrl = await discover(browser, typed);
  if (redirectUrl === null) throw new Error("the domain leads to no provider");
  return comeBack(browser, company, redirectUrl, choice);
}

/** Agrees to join. */
export async function join(browser: TestClient): Promise<TestResponse> {
  const { documents, shown } = await browser.call(showJoining, {});
  return browser.attempt(joinOrganisation, {
    body: { firstName: "葵", lastName: "森", documents, shown, agreed: true, locale: "en" },
  });
}

/** Whoever was made at the sandbox's provider last. */
export async function lastMade({
  database,
}: Pick<TestPortal, "database">): Promise<{ readonly choose: string }> {
  const { rows } = await database.pool.query<{ subject: string }>(
    "select subject from sandbox.identity_account order by created_at desc limit 1",
  );
  return { choose: rows[0]?.subject ?? "" };
}

/** Somebody new who has joined. */
export async function joinedMember(
  portal: TestPortal,
  company: Company,
  email = `joined-${++serial}@${company.domain}`,
) {
  const browser = portal.browser();
  await signInAt(browser, company, person(email));
  const identity = await lastMade(portal);
  const answer = await join(browser);
  if (answer.status !== 200) throw new Error(answer.error().type);
  return { browser, email, identity };
}
