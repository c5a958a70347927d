import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { z } from "zod";
import { idTokenAlgorithms } from "../../application-schema.ts";
import { signingKeyStates } from "../../words.ts";
import { perPerson } from "../declare.ts";
import { integrationEndpoint } from "./declare.ts";

const keySchema = z.object({
  /** As it stands in the header of tokens. */
  id: z.string(),
  algorithm: z.enum(idTokenAlgorithms),
  state: z.enum(signingKeyStates),
  signsFrom: momentSchema,
  /** Of the one that signs: when the next takes over by itself; of others null. */
  signsUntil: momentSchema.nullable(),
  /** Until when it can be fetched still; null: no end is set. */
  publishedUntil: momentSchema.nullable(),
});
export type SigningKeyView = z.infer<typeof keySchema>;

export const listSigningKeys = integrationEndpoint({
  name: "listSigningKeys",
  method: "GET",
  path: "/keys",
  tag: "Keys",
  summary: "The keys by which tokens are signed, as the portal publishes them.",
  access: "see-keys",
  response: z.object({ address: z.url(), keys: z.array(keySchema) }),
  errors: [],
  limits: [perPerson(600, 600)],
});
