import { wasSchema } from "@sekimori/kit-contract/as-read";
import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { z } from "zod";
import {
  applicationIdSchema,
  applicationKinds,
  registrationSchema,
  registrationShape,
} from "../../application-schema.ts";
import { formerSecretHours } from "../../constants.ts";
import { perPerson } from "../declare.ts";
import { integrationEndpoint } from "./declare.ts";

const tag = "Applications";

const reading = [perPerson(600, 600)] as const;
const changing = [perPerson(60, 600)] as const;

/** How an application proves itself. */
const proofs = ["secret", "keys", "none"] as const;

const listedSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(applicationKinds),
  proof: z.enum(proofs),
  /** The operator's own: it is changed by commands alone. */
  isOwn: z.boolean(),
  /** Whose it is; null: the operator's. */
  organization: z.string().nullable(),
  createdAt: momentSchema,
  /** Requests that were refused in the days that they are kept; counted up to a hundred. */
  refusals: z.int(),
});
export type ListedApplication = z.infer<typeof listedSchema>;

/** What is stored may be older than the rules of today. */
const storedSchema = z.object({
  ...registrationShape,
  name: z.string(),
  nameJa: z.string().nullable(),
  nameEn: z.string().nullable(),
  redirectUris: z.array(z.string()),
  postLogoutRedirectUris: z.array(z.string()),
  backChannelLogoutUri: z.string().nullable(),
  initiateLoginUri: z.string().nullable(),
  policyUri: z.string().nullable(),
  termsUri: z.string().nullable(),
  origins: z.array(z.string()),
  scopes: z.array(z.string()),
});

const applicationSchema = z.object({
  ...listedSchema.shape,
  registration: storedSchema,
  /** Until when the former secret works beside the present one; null: it doesn't. */
  formerSecretUntil: momentSchema.nullable(),
});
export type ApplicationView = z.infer<typeof applicationSchema>;

const meantSchema = z.strictObject({ id: applicationIdSchema });

export const listApplications = integrationEndpoint({
  name: "listApplications",
  method: "GET",
  path: "/applications",
  tag,
  summary: "The applications within reach, by name.",
  access: "see-applications",
  response: z.object({ applications: z.array(listedSchema) }),
  errors: [],
  limits: reading,
});

export const showApplication = integrationEndpoint({
  name: "showApplication",
  method: "GET",
  path: "/application",
  tag,
  summary: "All that is registered of an application but its secret.",
  access: "see-applications",
  query: meantSchema,
  response: applicationSchema,
  errors: ["ApplicationNotFound"],
  limits: reading,
});

const addedSchema = z.object({
  id: z.string(),
  /** Shown once; null where the application has none. */
  secret: z.string().nullable(),
});
export type AddedApplication = z.infer<typeof addedSchema>;

export const addApplication = integrationEndpoint({
  name: "addApplication",
  method: "POST",
  path: "/applications",
  tag,
  summary: "Registers an application, and answers its secret, once.",
  access: "change-applications",
  body: z.strictObject({
    /** One is made unless given; an owner can't choose. */
    id: applicationIdSchema.optional(),
    kind: z.enum(applicationKinds),
    registration: registrationSchema,
  }),
  response: addedSchema,
  errors: ["ApplicationIdTaken", "PrivateAddress", "NotForOwners", "ApplicationsFull"],
  limits: changing,
});

export const changeApplication = integrationEndpoint({
  name: "changeApplication",
  method: "POST",
  path: "/application/change",
  tag,
  summary: "Changes what is registered; the secret stays.",
  access: "change-applications",
  body: z.strictObject({
    ...meantSchema.shape,
    registration: registrationSchema,
    was: wasSchema(storedSchema.shape),
  }),
  response: applicationSchema,
  errors: ["ApplicationNotFound", "OwnApplication", "PrivateAddress", "ChangedMeanwhile"],
  limits: changing,
});

export const rotateApplicationSecret = integrationEndpoint({
  name: "rotateApplicationSecret",
  method: "POST",
  path: "/application/rotate",
  tag,
  summary: "Gives a new secret, once; the former one works on for the hours that are named.",
  access: "change-applications",
  body: z.strictObject({
    ...meantSchema.shape,
    keepHours: z.literal(formerSecretHours),
    /** As it was read: a secret that was promised to work until then ends now; null: none was. */
    formerSecretUntil: momentSchema.nullable(),
  }),
  response: z.object({ secret: z.string() }),
  errors: ["ApplicationNotFound", "OwnApplication", "NoSecret", "ChangedMeanwhile"],
  limits: changing,
});

export const removeApplication = integrationEndpoint({
  name: "removeApplication",
  method: "POST",
  path: "/application/remove",
  tag,
  summary: "Forgets an application; nobody logs in to it any more.",
  access: "change-applications",
  body: meantSchema,
  response: z.object({}),
  errors: ["ApplicationNotFound", "OwnApplication"],
  limits: changing,
});
