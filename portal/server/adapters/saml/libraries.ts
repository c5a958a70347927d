// Of the older kind of module: a bundle finds their names behind an import that comes first, and not
// behind one that comes later. So they are imported here, and this file when SAML is first used.

// What makes certificates asks its callers to load this before it.
import "reflect-metadata";
import { generateServiceProviderMetadata, SAML, ValidateInResponseTo } from "@node-saml/node-saml";
import { X509CertificateGenerator } from "@peculiar/x509";
import { decrypt } from "xml-encryption";

export const libraries = {
  SAML,
  ValidateInResponseTo,
  generateServiceProviderMetadata,
  X509CertificateGenerator,
  decrypt,
};
