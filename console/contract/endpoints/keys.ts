import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { z } from "zod";
import { reasonSchema } from "../fields.ts";
import { requestSchema } from "../request-schema.ts";
import { keyKinds } from "../words.ts";
import { consoleEndpoint, perPerson } from "./declare.ts";

const tag = "Keys";

const signingKeySchema = z.object({
  kid: z.string(),
  algorithm: z.string(),
  signsFrom: momentSchema,
  /** Null until it has a successor. */
  publishedUntil: momentSchema.nullable(),
});
export type SigningKeyView = z.infer<typeof signingKeySchema>;

export const listKeys = consoleEndpoint({
  name: "listKeys",
  method: "GET",
  path: "/keys",
  tag,
  summary: "The published signing keys, and the names of the keys that seal data; no key itself.",
  access: "see-keys",
  response: z.object({
    signing: z.array(signingKeySchema),
    data: z.object({
      /** What is sealed now is sealed with it. */
      current: z.string(),
      /** They open what is left from before. */
      older: z.array(z.string()),
    }),
  }),
  errors: [],
  limits: [perPerson(300, 600)],
});

export const requestKeys = consoleEndpoint({
  name: "requestKeys",
  method: "POST",
  path: "/requests/keys",
  tag,
  summary:
    "Asks a second person to confirm new signing keys, or that all data is sealed with the current data key.",
  access: "rotate-keys",
  body: z.strictObject({ kind: z.enum(keyKinds), reason: reasonSchema }),
  response: requestSchema,
  errors: ["RotationRefused"],
  limits: [perPerson(60, 600)],
});
