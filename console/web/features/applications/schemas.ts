import {
  applicationIdSchema,
  applicationKinds,
  registrationIssue,
  registrationShape,
} from "@sekimori/console-contract/application-schema";
import { z } from "zod";

/** What is typed one below the other. */
const lines = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Whichever line is refused, the field is complained about: a line is no field of its own. */
const linesOf = <T extends z.ZodType<string[], string[]>>(schema: T) =>
  z.string().transform((text, context) => {
    const { data } = schema.safeParse(lines(text));
    if (data !== undefined) return data;
    context.addIssue({ code: "custom", params: { code: "invalid" } });
    return z.NEVER;
  });

/** What may be left empty. */
const optional = <T extends z.ZodType<unknown, string | null>>(schema: T) =>
  z
    .string()
    .transform((text) => (text.trim() === "" ? null : text.trim()))
    .pipe(schema);

const shape = registrationShape;

const typedSchema = z.strictObject({
  kind: z.enum(applicationKinds),
  id: z
    .string()
    .transform((text) => (text.trim() === "" ? undefined : text.trim()))
    .pipe(applicationIdSchema.optional()),
  name: shape.name,
  nameJa: optional(shape.nameJa),
  nameEn: optional(shape.nameEn),
  redirectUris: linesOf(shape.redirectUris),
  postLogoutRedirectUris: linesOf(shape.postLogoutRedirectUris),
  backChannelLogoutUri: optional(shape.backChannelLogoutUri),
  initiateLoginUri: optional(shape.initiateLoginUri),
  policyUri: optional(shape.policyUri),
  termsUri: optional(shape.termsUri),
  origins: linesOf(shape.origins),
  scopes: z
    .string()
    .transform((text) => text.split(",").filter((scope) => scope !== ""))
    .pipe(shape.scopes),
  secretIn: shape.secretIn,
  idTokenAlgorithm: shape.idTokenAlgorithm,
  idTokenClaims: shape.idTokenClaims,
  isPkceOptional: shape.isPkceOptional,
  requirePushedRequests: shape.requirePushedRequests,
  requireDpop: shape.requireDpop,
});

/** A registration as the form has it: text, with lists line by line. */
export const registrationFormSchema = typedSchema
  .superRefine((typed, context) => {
    const issue = registrationIssue(typed);
    if (issue === undefined) return;
    const { path, code } = issue;
    context.addIssue({ code: "custom", path: [path], params: { code } });
  })
  .transform(({ kind, id, ...registration }) => ({ kind, id, registration }));
