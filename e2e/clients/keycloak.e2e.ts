import { existsSync } from "node:fs";
import { freePort } from "@sekimori/kit-development/testing/free-port";
import {
  checkDomain,
  claimDomain,
  createOrganisation,
  showOrganisation,
} from "@sekimori/portal-contract/endpoints/organisation";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import * as sso from "@sekimori/portal-contract/endpoints/single-sign-on";
import { pagePaths, signedOutPage } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { BrowserCaller } from "../support/browser-caller.ts";
import { publishRecord } from "../support/company-records.ts";
import { signOut } from "../support/member.ts";
import { type RunningProduct, runProduct } from "../support/running-product.ts";
import { sentencesOf } from "../support/sentences.ts";
import { expect, test, type Visitor } from "../support/test.ts";
import { keycloakFolder } from "./keycloak-distribution.ts";
import { type RunningKeycloak, runKeycloak } from "./running-keycloak.ts";

// Keycloak as it is distributed is the company's provider. Everything is done there by its own
// administration and its own pages; docs/integrate/saml.md has the same steps.

const demo = { email: "demo@sekimori.example", password: "Sekimori-2026" } as const;
const domain = "seki-shop.example";
const password = "at-the-company-2026";
const realm = "company";
const openIdClient = { clientId: "sekimori", secret: "a-secret-of-the-company-0123" } as const;

const say = sentencesOf("features/single-sign-on", "en");
const door = sentencesOf("features/sign-in", "en");
const untrusted = say(
  "The response from your organization's login page couldn't be trusted. Tell your administrator.",
);
const unsolicited = say(
  "Logins that start at your organization's page aren't allowed here. Start from the login page.",
);

function reasonAgainst(): string | undefined {
  if (process.env.SEKIMORI_CLIENTS !== "all") return "only in npm run clients";
  return existsSync(keycloakFolder) ? undefined : "not here: Keycloak, by Maven and a JDK";
}

const reason = reasonAgainst();
if (reason !== undefined) console.log(`skipped: Keycloak: ${reason}`);

describe.skipIf(reason !== undefined)("Keycloak", () => {
  let product: RunningProduct;
  let keycloak: RunningKeycloak;
  let serial = 0;

  beforeAll(async () => {
    const port = await freePort();
    [keycloak, product] = await Promise.all([
      runKeycloak(port),
      runProduct(
        { OUTBOUND_LOOPBACK: `http://localhost:${port}`, LIMIT_FACTOR: "100" },
        { withCompany: true },
      ),
    ]);
    await keycloak.administer("POST", "", { realm, enabled: true, sslRequired: "none" });
  }, 240_000);
  afterAll(async () => {
    await product?.stop();
    await keycloak?.stop();
  });

  interface Person {
    readonly username: string;
    readonly email: string;
  }

  /** The company's administrator adds somebody to Keycloak. */
  async function addPerson({ username, email }: Person): Promise<void> {
    const user = { username, email, emailVerified: true, firstName: "葵", lastName: "森" };
    const credentials = [{ type: "password", value: password, temporary: false }];
    await keycloak.administer("POST", `/${realm}/users`, { ...user, enabled: true, credentials });
  }

  async function newPerson(): Promise<Person> {
    const username = `aoi-${Date.now()}-${++serial}`;
    const person = { username, email: `${username}@${domain}` };
    await addPerson(person);
    return person;
  }

  async function idOf({ username }: Person): Promise<string> {
    const found = await keycloak.administer("GET", `/${realm}/users?username=${username}`);
    const [{ id = "" } = {}] = found as { id?: string }[];
    return id;
  }

  const removePerson = async (person: Person): Promise<void> => {
    await keycloak.administer("DELETE", `/${realm}/users/${await idOf(person)}`);
  };

  const isKeycloak = (url: URL) => url.origin === keycloak.origin;
  const isPortal = (url: URL) => url.origin === product.portalOrigin;

  /** Keycloak's login form. */
  async function beAtKeycloak(page: Page, { username }: Person): Promise<void> {
    await page.waitForURL(isKeycloak);
    await page.locator("#username").fill(username);
    await page.locator("#password").fill(password);
    await page.locator("#kc-login").click();
  }

  type Visit = (look: { locale: "en" }) => Promise<Visitor>;

  async function browserOf(visit: Visit): Promise<Page> {
    const { page, context, expectConsole } = await visit({ locale: "en" });
    // What Keycloak's pages say to the console is theirs.
    expectConsole(/./s);
    await context.setExtraHTTPHeaders({});
    return page;
  }

  /** The owner of an organization that holds the company's domain, signed in. */
  async function ownerOf(visit: Visit) {
    const page = await browserOf(visit);
    const caller = new BrowserCaller(page, "en", product.portalOrigin);
    await caller.call(signIn, { body: { ...demo } });
    if ((await caller.call(showOrganisation, {})).organisation === null) {
      await caller.call(createOrganisation, { body: {} });
      const listed = await caller.call(claimDomain, { body: { domain } });
      const [claimed] = listed.organisation?.domains ?? [];
      if (!claimed) throw new Error("the domain is not on the list");
      await publishRecord(product, claimed.record.name, claimed.record.value);
      await caller.call(checkDomain, { params: { id: claimed.id }, body: {} });
    }
    await caller.openAsMember(pagePaths.organisation);
    return { page, caller };
  }
  type Owner = Awaited<ReturnType<typeof ownerOf>>;

  /** The owner tries the connection as somebody at Keycloak. @returns what the page then says. */
  async function tryAs({ page, caller }: Owner, person: Person) {
    await page.context().clearCookies({ domain: "localhost", path: `/realms/${realm}/` });
    const { redirectUrl } = await caller.call(sso.testConnection, { body: {} });
    await page.goto(redirectUrl);
    await beAtKeycloak(page, person);
    await page.waitForURL((url) => isPortal(url) && url.pathname === pagePaths.organisation);
    const { connection } = await caller.call(sso.showConnection, { query: {} });
    return connection?.test;
  }

  /** From /login to Keycloak, by the address typed there. */
  async function leave(page: Page, { email }: Person): Promise<void> {
    await page.goto(`${product.portalOrigin}${pagePaths.login}`);
    await page.locator("[autocomplete='username webauthn']").fill(email);
    await page.getByRole("link", { name: door("Log in through your organization") }).click();
  }

  /** The session here has ended, though nobody pressed anything here. */
  async function expectLoggedOut(page: Page): Promise<void> {
    await expect
      .poll(async () => {
        await page.goto(`${product.portalOrigin}${pagePaths.security}`);
        return page.getByRole("tablist").isVisible();
      })
      .toBe(false);
    await page.waitForURL((url) => isPortal(url) && url.pathname === pagePaths.login);
  }

  /** The owner has people log out at Keycloak, too: they do, are told so, and are asked for the password at the next login. */
  async function leaveBothWays(owner: Owner, page: Page, person: Person, sloUrl: string) {
    await owner.caller.call(sso.changeConnectionSignOut, { body: { signOut: "done", sloUrl } });
    await signOut(page, "en", signedOutPage());
    await page
      .getByText(say("Your login through your organization has ended, here and at its login page."))
      .waitFor();
    await leave(page, person);
    await beAtKeycloak(page, person);
    await page.getByRole("tablist").waitFor();
  }

  async function join(page: Page, { email }: Person): Promise<void> {
    await page.getByText(email).waitFor();
    expect(await page.locator("[autocomplete=family-name]").inputValue()).toBe("森");
    for (const box of await page.getByRole("checkbox").all()) await box.check();
    await page.getByRole("button", { name: say("Agree and join") }).click();
    await page.getByRole("tablist").waitFor();
  }

  test("by OpenID Connect: tested, joined, back; who was removed there does not come in by a namesake", async ({
    visit,
  }) => {
    const owner = await ownerOf(visit);
    const { redirectUri, signOut: addresses } = await owner.caller.call(sso.showConnection, {
      query: {},
    });
    await keycloak.administer("POST", `/${realm}/clients`, {
      ...openIdClient,
      protocol: "openid-connect",
      publicClient: false,
      redirectUris: [redirectUri],
      attributes: {
        "pkce.code.challenge.method": "S256",
        "backchannel.logout.url": addresses.backChannelUri,
        "backchannel.logout.session.required": "true",
        "post.logout.redirect.uris": addresses.returnUri,
      },
    });
    await owner.caller.call(sso.setUpConnection, {
      body: {
        issuer: `${keycloak.origin}/realms/${realm}`,
        clientId: openIdClient.clientId,
        clientSecret: openIdClient.secret,
        scopes: "openid email profile",
      },
    });
    const person = await newPerson();
    const found = await tryAs(owner, person);
    expect(found).toMatchObject({ domain, problems: [] });
    await owner.caller.call(sso.switchConnection, { body: { on: true } });

    const colleague = await browserOf(visit);
    await leave(colleague, person);
    await beAtKeycloak(colleague, person);
    await join(colleague, person);
    await signOut(colleague, "en");
    // Keycloak still knows them.
    await leave(colleague, person);
    await colleague.getByRole("tablist").waitFor();
    await leaveBothWays(owner, colleague, person, "");
    // Its administrator ends what they have there, and its server tells the portal.
    await keycloak.administer("POST", `/${realm}/users/${await idOf(person)}/logout`);
    await expectLoggedOut(colleague);

    await removePerson(person);
    await leave(colleague, person);
    await beAtKeycloak(colleague, person);
    await colleague.getByText("Invalid username or password").waitFor();
    await addPerson(person);
    await beAtKeycloak(colleague, person);
    await colleague.getByRole("heading", { name: say("You already have an account") }).waitFor();
  });

  /**
   * Has Keycloak know the portal by its metadata, as “Import client” does.
   *
   * @param more what its administrator then sets.
   * @param query asks for metadata with the certificate to encrypt for.
   */
  async function registerSaml(
    { caller }: Owner,
    more: { attributes?: object; protocolMappers?: readonly object[] } = {},
    query = "",
  ): Promise<void> {
    const { serviceProvider } = await caller.call(sso.prepareSaml, { body: {} });
    const metadata = await (await fetch(`${serviceProvider.metadataUrl}${query}`)).text();
    const described = `/${realm}/client-description-converter`;
    const imported = (await keycloak.administer("POST", described, metadata)) as {
      clientId: string;
      attributes: object;
    };
    const clients = `/${realm}/clients`;
    const address = `${clients}?clientId=${encodeURIComponent(imported.clientId)}`;
    for (const { id } of (await keycloak.administer("GET", address)) as { id: string }[]) {
      await keycloak.administer("DELETE", `${clients}/${id}`);
    }
    const attributes = { ...imported.attributes, ...more.attributes };
    await keycloak.administer("POST", clients, { ...imported, ...more, attributes });
  }

  const descriptor = async () => {
    const address = `${keycloak.origin}/realms/${realm}/protocol/saml/descriptor`;
    return (await fetch(address)).text();
  };

  /** The owner sets the connection up by Keycloak's own description. */
  async function connect({ caller }: Owner, allowsProviderStart = false) {
    const manual = { entityId: "", ssoUrl: "", certificates: "" };
    const body = { ...manual, metadata: await descriptor(), allowsProviderStart };
    await caller.call(sso.setUpSamlConnection, { body });
  }

  /** Keycloak signs with another key from now on; the former one still stands in its description. */
  async function rotateKey(): Promise<void> {
    await keycloak.administer("POST", `/${realm}/components`, {
      name: `rsa-${Date.now()}`,
      providerId: "rsa-generated",
      providerType: "org.keycloak.keys.KeyProvider",
      config: { priority: [`${Math.floor(Date.now() / 1000)}`], algorithm: ["RS256"] },
    });
  }

  const persistent = { saml_name_id_format: "persistent", saml_force_name_id_format: "true" };
  /** A way of encrypting that can be read here. */
  const readable = {
    "saml.encryption.algorithm": "http://www.w3.org/2009/xmlenc11#aes256-gcm",
    "saml.encryption.keyAlgorithm": "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p",
    "saml.encryption.digestMethod": "http://www.w3.org/2000/09/xmldsig#sha1",
  };
  /** The mappers that Keycloak has ready for X.500's names. */
  const mappers = [
    { property: "email", name: "urn:oid:1.2.840.113549.1.9.1" },
    { property: "firstName", name: "urn:oid:2.5.4.42" },
    { property: "lastName", name: "urn:oid:2.5.4.4" },
  ].map(({ property, name }) => ({
    name: `X500 ${property}`,
    protocol: "saml",
    protocolMapper: "saml-user-property-mapper",
    config: {
      "user.attribute": property,
      "attribute.name": name,
      "attribute.nameformat": "urn:oasis:names:tc:SAML:2.0:attrname-format:uri",
    },
  }));

  /** The owner has single sign-on by SAML on. @returns somebody who tried it. */
  async function turnOn(owner: Owner, more: Parameters<typeof registerSaml>[1] = {}) {
    const attributes = { ...persistent, ...more.attributes };
    await registerSaml(owner, { attributes, protocolMappers: mappers });
    await connect(owner);
    const person = await newPerson();
    expect(await tryAs(owner, person)).toMatchObject({ domain, problems: [] });
    await owner.caller.call(sso.switchConnection, { body: { on: true } });
    return person;
  }

  test("by SAML: what its defaults lack is named; joined, back; a new key counts once it is here", async ({
    visit,
  }) => {
    const owner = await ownerOf(visit);
    await registerSaml(owner);
    await connect(owner);
    const bare = await tryAs(owner, await newPerson());
    expect(bare).toMatchObject({ claims: ["NameID", "Role"], problems: ["no-email", "no-name"] });

    const person = await turnOn(owner);
    const colleague = await browserOf(visit);
    await leave(colleague, person);
    await beAtKeycloak(colleague, person);
    await join(colleague, person);
    await signOut(colleague, "en");
    // Keycloak still knows them.
    await leave(colleague, person);
    await colleague.getByRole("tablist").waitFor();
    const { connection } = await owner.caller.call(sso.showConnection, { query: {} });
    await leaveBothWays(owner, colleague, person, connection?.saml?.sloUrl ?? "none");
    // They log out at Keycloak, which has the browser say so here on its way.
    await colleague.goto(`${keycloak.origin}/realms/${realm}/protocol/openid-connect/logout`);
    await colleague.locator("#kc-logout").click();
    await colleague.getByText("You are logged out").first().waitFor();
    await expectLoggedOut(colleague);
    await leave(colleague, person);
    await beAtKeycloak(colleague, person);
    await colleague.getByRole("tablist").waitFor();
    await owner.caller.call(sso.changeConnectionSignOut, {
      body: { signOut: "here", sloUrl: connection?.saml?.sloUrl ?? "none" },
    });
    await signOut(colleague, "en");

    await rotateKey();
    await leave(colleague, person);
    await colleague.getByText(untrusted).waitFor();
    await owner.caller.call(sso.changeConnectionCertificates, {
      body: { certificates: await descriptor() },
    });
    await leave(colleague, person);
    await colleague.getByRole("tablist").waitFor();
    await signOut(colleague, "en");

    await removePerson(person);
    await leave(colleague, person);
    await beAtKeycloak(colleague, person);
    await colleague.getByText("Invalid username or password").waitFor();
    await addPerson(person);
    await beAtKeycloak(colleague, person);
    await colleague.getByRole("heading", { name: say("You already have an account") }).waitFor();
  });

  test("by SAML, encrypted: not in the way that is its default, but in the one that we name", async ({
    visit,
  }) => {
    const owner = await ownerOf(visit);
    const encryption = "?encryption=1";
    const client = { attributes: persistent, protocolMappers: mappers };
    await registerSaml(owner, client, encryption);
    await connect(owner);
    expect((await tryAs(owner, await newPerson()))?.problems).toEqual(["untrusted"]);
    const attributes = { ...persistent, ...readable };
    await registerSaml(owner, { ...client, attributes }, encryption);
    const found = await tryAs(owner, await newPerson());
    expect(found).toMatchObject({ domain, problems: [] });
  });

  test("by SAML, from Keycloak's own address: refused until the owner allows it", async ({
    visit,
  }) => {
    const owner = await ownerOf(visit);
    const attributes = { saml_idp_initiated_sso_url_name: "sekimori" };
    const person = await turnOn(owner, { attributes });
    const colleague = await browserOf(visit);
    const start = `${keycloak.origin}/realms/${realm}/protocol/saml/clients/sekimori`;
    await colleague.goto(start);
    await beAtKeycloak(colleague, person);
    await colleague.getByText(unsolicited).waitFor();
    await connect(owner, true);
    await colleague.goto(start);
    await join(colleague, person);
    await signOut(colleague, "en");
    await colleague.goto(start);
    await colleague.getByRole("tablist").waitFor();
  });
});
