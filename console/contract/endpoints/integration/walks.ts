import { z } from "zod";
import { applicationIdSchema } from "../../application-schema.ts";
import { walkChecks, walkSteps } from "../../words.ts";
import { perPerson } from "../declare.ts";
import { integrationEndpoint } from "./declare.ts";

const tag = "Walks through a login";

const limits = [perPerson(60, 600)] as const;

/** A secret value is masked before it leaves the server. */
const namedSchema = z.object({ name: z.string(), value: z.string() });

const stepSchema = z.object({
  step: z.enum(walkSteps),
  method: z.enum(["GET", "POST"]),
  url: z.string(),
  headers: z.array(namedSchema),
  parameters: z.array(namedSchema),
  /** Null while there is none. */
  answer: z
    .object({
      /** Null of an answer that came by the browser. */
      status: z.int().nullable(),
      isGood: z.boolean(),
      values: z.array(namedSchema),
    })
    .nullable(),
});
export type WalkStep = z.infer<typeof stepSchema>;

/** A name of this walk that nobody guesses. */
const walkSchema = z.string().regex(/^[A-Za-z0-9_-]{22}$/);

const meantSchema = z.strictObject({ id: applicationIdSchema, walk: walkSchema });

export const beginWalk = integrationEndpoint({
  name: "beginWalk",
  method: "POST",
  path: "/application/walk",
  tag,
  summary:
    "Registers a return address of the console's and a secret for one walk through a login, for ten minutes.",
  access: "change-applications",
  body: z.strictObject({ id: applicationIdSchema }),
  response: z.object({
    walk: walkSchema,
    /** After so long every process of the portal knows of it. */
    readyAfterMs: z.int(),
  }),
  errors: ["ApplicationNotFound", "OwnApplication", "WalkImpossible"],
  limits,
});

export const openWalk = integrationEndpoint({
  name: "openWalk",
  method: "POST",
  path: "/application/walk/open",
  tag,
  summary: "Answers where the browser goes to log in, and shows the request.",
  access: "change-applications",
  body: meantSchema,
  response: z.object({
    /** Null where the portal refused what had to be pushed first. */
    url: z.url().nullable(),
    steps: z.array(stepSchema),
  }),
  errors: ["ApplicationNotFound", "OwnApplication", "WalkOver", "Unavailable"],
  limits,
});

export const finishWalk = integrationEndpoint({
  name: "finishWalk",
  method: "POST",
  path: "/application/walk/finish",
  tag,
  summary:
    "Redeems what the browser came back with, shows each request and answer with secrets masked, and ends the walk.",
  access: "change-applications",
  body: z.strictObject({
    ...meantSchema.shape,
    /** The query that the browser came back with. */
    answer: z.string().max(4_000),
  }),
  response: z.object({
    steps: z.array(stepSchema),
    /** Null where there is none. */
    idToken: z.object({ header: z.array(namedSchema), claims: z.array(namedSchema) }).nullable(),
    checks: z.array(z.object({ check: z.enum(walkChecks), isGood: z.boolean() })),
  }),
  errors: ["ApplicationNotFound", "OwnApplication", "WalkOver", "Unavailable"],
  limits,
});
