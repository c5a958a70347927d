import type { Attribute, ResourceKind } from "./attributes.ts";
import { kinds, type Values } from "./attributes.ts";
import { pageMost } from "./lists.ts";

/** What the server does, and what it doesn't (RFC 7643, section 5). */
export function serviceProviderConfig(base: string): Values {
  return {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: pageMost },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: "oauthbearertoken",
        name: "Bearer token",
        description: "A token that an owner makes on the organization's page.",
        specUri: "https://www.rfc-editor.org/rfc/rfc6750",
        primary: true,
      },
    ],
    meta: {
      resourceType: "ServiceProviderConfig",
      location: `${base}/ServiceProviderConfig`,
    },
  };
}

export function resourceTypes(base: string): readonly Values[] {
  return kinds.map(({ name, endpoint, schema, description }) => ({
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"],
    id: name,
    name,
    endpoint,
    description,
    schema,
    schemaExtensions: [],
    meta: { resourceType: "ResourceType", location: `${base}/ResourceTypes/${name}` },
  }));
}

function describe(attribute: Attribute): Values {
  const { name, type, description, canonicalValues, referenceTypes, subAttributes } = attribute;
  return {
    name,
    type,
    description,
    multiValued: attribute.multiValued ?? false,
    required: attribute.required ?? false,
    caseExact: attribute.caseExact ?? false,
    mutability: attribute.mutability ?? "readWrite",
    returned: attribute.returned ?? "default",
    uniqueness: attribute.uniqueness ?? "none",
    ...(canonicalValues && { canonicalValues }),
    ...(referenceTypes && { referenceTypes }),
    ...(subAttributes && { subAttributes: subAttributes.map(describe) }),
  };
}

const schemaOf = (base: string, { schema, name, description, attributes }: ResourceKind) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:Schema"],
  id: schema,
  name,
  description,
  attributes: attributes.map(describe),
  meta: { resourceType: "Schema", location: `${base}/Schemas/${schema}` },
});

export const schemas = (base: string): readonly Values[] =>
  kinds.map((kind) => schemaOf(base, kind));
