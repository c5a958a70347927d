/** An attribute as RFC 7643, section 7, describes it; what the server reads, compares and shows follows from it. */
export interface Attribute {
  readonly name: string;
  readonly type: "string" | "boolean" | "complex" | "reference" | "dateTime";
  readonly description: string;
  readonly multiValued?: boolean;
  readonly required?: boolean;
  readonly caseExact?: boolean;
  readonly mutability?: "readOnly" | "readWrite" | "immutable";
  readonly returned?: "always" | "default";
  readonly uniqueness?: "none" | "server";
  readonly canonicalValues?: readonly string[];
  readonly referenceTypes?: readonly string[];
  readonly most?: number;
  readonly subAttributes?: readonly Attribute[];
}

/** A resource while it is worked on: canonical names only, and nothing that its schema does not know. */
export type Values = Record<string, unknown>;

export interface ResourceKind {
  readonly name: "User" | "Group";
  readonly endpoint: "/Users" | "/Groups";
  readonly schema: string;
  readonly description: string;
  readonly attributes: readonly Attribute[];
}

export const usersMost = 5_000;
export const groupsMost = 500;
export const emailsMost = 10;

const text = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: "string",
  description,
  ...more,
});

/** RFC 7643, section 3.1: every resource has them, and no schema lists them. */
export const commonAttributes: readonly Attribute[] = [
  text("id", "Identifier of the resource.", {
    caseExact: true,
    mutability: "readOnly",
    returned: "always",
  }),
  text("externalId", "Identifier of the resource in the directory.", { caseExact: true }),
  {
    name: "meta",
    type: "complex",
    description: "When the resource was made and changed.",
    mutability: "readOnly",
    subAttributes: [
      text("resourceType", "Kind of the resource.", { caseExact: true, mutability: "readOnly" }),
      {
        name: "created",
        type: "dateTime",
        description: "When it was made.",
        mutability: "readOnly",
      },
      {
        name: "lastModified",
        type: "dateTime",
        description: "When it was changed last.",
        mutability: "readOnly",
      },
      text("location", "Its address.", { caseExact: true, mutability: "readOnly" }),
      text("version", "Its version.", { caseExact: true, mutability: "readOnly" }),
    ],
  },
];

export const userKind: ResourceKind = {
  name: "User",
  endpoint: "/Users",
  schema: "urn:ietf:params:scim:schemas:core:2.0:User",
  description: "Somebody in the organization's directory.",
  attributes: [
    text("userName", "Name by which the directory knows the person; compared without case.", {
      required: true,
      uniqueness: "server",
    }),
    {
      name: "name",
      type: "complex",
      description: "The person's name.",
      subAttributes: [
        text("formatted", "The whole name."),
        text("familyName", "The family name."),
        text("givenName", "The given name."),
      ],
    },
    text("displayName", "Name that is shown."),
    {
      name: "active",
      type: "boolean",
      description: "Whether the person may use Sekimori; false ends all access at once.",
    },
    {
      name: "emails",
      type: "complex",
      multiValued: true,
      most: emailsMost,
      description: "Addresses; the primary one has to be in a verified domain.",
      subAttributes: [
        text("value", "The address."),
        text("type", "What it is for.", { canonicalValues: ["work", "home", "other"] }),
        { name: "primary", type: "boolean", description: "Whether it is the main address." },
      ],
    },
    {
      name: "groups",
      type: "complex",
      multiValued: true,
      mutability: "readOnly",
      description: "Groups that the person is in; changed at the groups.",
      subAttributes: [
        text("value", "Identifier of the group.", { caseExact: true, mutability: "readOnly" }),
        {
          name: "$ref",
          type: "reference",
          referenceTypes: ["Group"],
          caseExact: true,
          description: "Address of the group.",
          mutability: "readOnly",
        },
        text("display", "Name of the group.", { mutability: "readOnly" }),
      ],
    },
  ],
};

export const groupKind: ResourceKind = {
  name: "Group",
  endpoint: "/Groups",
  schema: "urn:ietf:params:scim:schemas:core:2.0:Group",
  description: "A group of the organization's directory.",
  attributes: [
    text("displayName", "Name of the group.", { required: true }),
    {
      name: "members",
      type: "complex",
      multiValued: true,
      most: usersMost,
      description: "People in the group; groups in groups are not kept.",
      subAttributes: [
        text("value", "Identifier of the person.", { caseExact: true, mutability: "immutable" }),
        {
          name: "$ref",
          type: "reference",
          referenceTypes: ["User"],
          caseExact: true,
          description: "Address of the person.",
          mutability: "readOnly",
        },
        text("display", "Name of the person.", { mutability: "readOnly" }),
        text("type", "Kind of the member.", {
          canonicalValues: ["User"],
          mutability: "immutable",
        }),
      ],
    },
  ],
};

export const kinds = [userKind, groupKind] as const;

export const attributesOf = ({ attributes }: ResourceKind): readonly Attribute[] => [
  ...commonAttributes,
  ...attributes,
];

/** Names are compared without regard to case (RFC 7643, section 2.1). */
export const named = (
  attributes: readonly Attribute[] | undefined,
  name: string,
): Attribute | undefined => {
  const wanted = name.toLowerCase();
  return attributes?.find((one) => one.name.toLowerCase() === wanted);
};
