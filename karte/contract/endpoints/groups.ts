import { readTextSchema, wasSchema } from "@sekimori/kit-contract/as-read";
import { printedSchema } from "@sekimori/kit-contract/letters";
import { nameSchema } from "@sekimori/kit-contract/name";
import { z } from "zod";
import { karteEndpoint, perSession } from "./declare.ts";
import { gradeSchema, idSchema, personSchema, severityCountsSchema } from "./field-schemas.ts";

const tag = "Groups";

const groupName = printedSchema(nameSchema(100));

export const groupSchema = z.object({
  id: idSchema,
  name: z.string(),
  domains: z.int(),
  score: z.int().nullable(),
  grade: gradeSchema.nullable(),
  open: severityCountsSchema,
  /** People who see this group and not everything. */
  viewers: z.array(personSchema),
});
export type GroupView = z.infer<typeof groupSchema>;

export const listGroups = karteEndpoint({
  name: "listGroups",
  method: "GET",
  path: "/groups",
  tag,
  summary: "The groups with their grades, findings and viewers.",
  access: "see",
  response: z.object({ groups: z.array(groupSchema) }),
  errors: [],
  limits: [],
  load: "read",
});

export const createGroup = karteEndpoint({
  name: "createGroup",
  method: "POST",
  path: "/groups",
  tag,
  summary: "Creates a group; names are unique in a workspace.",
  access: "manage-groups",
  body: z.strictObject({ name: groupName }),
  response: z.object({ id: idSchema }),
  errors: ["Conflict"],
  limits: [perSession(60, 60)],
});

export const renameGroup = karteEndpoint({
  name: "renameGroup",
  method: "PUT",
  path: "/groups/:id",
  tag,
  summary: "Gives a group another name.",
  access: "manage-groups",
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({ name: groupName, was: wasSchema({ name: readTextSchema }) }),
  response: z.object({}),
  errors: ["NotFound", "Conflict", "ChangedMeanwhile"],
  limits: [perSession(60, 60)],
});

export const deleteGroup = karteEndpoint({
  name: "deleteGroup",
  method: "DELETE",
  path: "/groups/:id",
  tag,
  summary: "Removes a group; its domains stay. Viewers restricted to it see nothing through it.",
  access: "manage-groups",
  params: z.strictObject({ id: idSchema }),
  response: z.object({}),
  errors: ["NotFound"],
  limits: [perSession(60, 60)],
});
