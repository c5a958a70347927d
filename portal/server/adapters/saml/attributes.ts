import type { Element } from "@xmldom/xmldom";
import type { ExternalIdentity, ProviderLogin } from "../../ports/external-identity.ts";
import { externalName } from "../external-name.ts";
import { childrenOf, elementsOf, plainText } from "./safe-xml.ts";

const claims = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims";

/** What providers call what we need: Entra ID, Okta, Google, Keycloak, and X.500's names. */
const names = {
  email: [
    "email",
    "mail",
    "emailaddress",
    "email_address",
    `${claims}/emailaddress`,
    "urn:oid:0.9.2342.19200300.100.1.3",
    "urn:oid:1.2.840.113549.1.9.1",
  ],
  given_name: [
    "givenname",
    "given_name",
    "firstname",
    "first_name",
    `${claims}/givenname`,
    "urn:oid:2.5.4.42",
  ],
  family_name: [
    "sn",
    "surname",
    "familyname",
    "family_name",
    "lastname",
    "last_name",
    `${claims}/surname`,
    "urn:oid:2.5.4.4",
  ],
  name: [
    "displayname",
    "name",
    "http://schemas.microsoft.com/identity/claims/displayname",
    "urn:oid:2.16.840.1.113730.3.1.241",
  ],
} as const;

const entraMethods = "http://schemas.microsoft.com/claims/authnmethodsreferences";

type Attributes = Readonly<Record<string, readonly string[]>>;

/** The attributes that stand in an assertion: each with its values. */
export function attributesOf(assertion: Element): Attributes {
  const found: Record<string, string[]> = Object.create(null);
  for (const statement of childrenOf(assertion, "assertion", "AttributeStatement")) {
    for (const attribute of childrenOf(statement, "assertion", "Attribute")) {
      const name = attribute.getAttribute("Name") ?? "";
      const values = childrenOf(attribute, "assertion", "AttributeValue");
      const texts = values.filter((one) => elementsOf(one).length === 1).map(plainText);
      found[name] = [...(found[name] ?? []), ...texts];
    }
  }
  return found;
}

/** What came under any of the names. */
const calledSo = (attributes: Attributes, called: readonly string[]) =>
  Object.entries(attributes).filter(([name]) => called.includes(name.toLowerCase()));

/** The attribute's one value; of several that differ none counts. */
function onlyValue(attributes: Attributes, called: readonly string[]): string | undefined {
  const values = calledSo(attributes, called).flatMap(([, texts]) => texts);
  const [value] = values;
  return new Set(values).size === 1 ? value : undefined;
}

/** The classes and methods that say of themselves how somebody was recognised, as RFC 8176 calls it. */
const methods: Readonly<Record<string, readonly string[]>> = {
  "urn:oasis:names:tc:SAML:2.0:ac:classes:Password": ["pwd"],
  "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport": ["pwd"],
  "urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorContract": ["mfa"],
  "https://refeds.org/profile/mfa": ["mfa"],
  "http://schemas.microsoft.com/claims/multipleauthn": ["mfa"],
};

const emailFormat = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";

/** Who an assertion is about, in the terms in which any provider's word is judged. */
export function identityOf(
  assertion: Element,
  about: {
    readonly issuer: string;
    readonly nameId: string;
    readonly nameIdFormat: string;
    readonly context: string | undefined;
    readonly login: ProviderLogin;
  },
): ExternalIdentity {
  const { issuer, nameId, nameIdFormat, context, login } = about;
  const attributes = attributesOf(assertion);
  const stated = (what: keyof typeof names) => onlyValue(attributes, names[what]);
  // An attribute that says nothing, or two things, is not made good by the name.
  const hasEmail = calledSo(attributes, names.email).length > 0;
  const ofName = nameIdFormat === emailFormat ? nameId : undefined;
  const email = hasEmail ? stated("email") : ofName;
  const said = [context ?? "", ...(attributes[entraMethods] ?? [])];
  const amr = [...new Set(said.flatMap((one) => methods[one] ?? []))];
  const verified = onlyValue(attributes, ["email_verified"]);
  const parts = {
    given_name: stated("given_name"),
    family_name: stated("family_name"),
    name: stated("name"),
  };
  return {
    issuer,
    subject: nameId,
    email,
    emailVerified: false,
    name: externalName(parts),
    amr: amr.length === 0 ? null : amr,
    acr: context ?? null,
    claims: {
      NameID: nameId,
      ...attributes,
      ...(verified === undefined ? {} : { email_verified: verified }),
    },
    login,
  };
}
