import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { searchSchema } from "@sekimori/kit-contract/search-schema";
import { z } from "zod";
import { type ListFilter, listSorts } from "../lists.ts";
import { assetStates } from "../words.ts";
import { karteEndpoint, perSession } from "./declare.ts";
import {
  assetStateSchema,
  assetTypeSchema,
  gradeSchema,
  idSchema,
  namedSchema,
} from "./field-schemas.ts";
import { idsQuery, pageAnswer, pageQuery, words } from "./list-query.ts";

const tag = "Inventory";

export const assetRowSchema = z.object({
  id: idSchema,
  domain: namedSchema,
  type: assetTypeSchema,
  name: z.string(),
  state: assetStateSchema,
  grade: gradeSchema.nullable(),
  addresses: z.array(z.string()),
  ports: z.array(z.int()),
  product: z.string().nullable(),
  version: z.string().nullable(),
  certificate: z
    .object({
      fingerprint: z.string(),
      subject: z.string(),
      issuer: z.string(),
      notAfter: momentSchema,
    })
    .nullable(),
  foundBy: z.array(z.object({ source: z.string(), at: z.string(), evidence: z.string() })),
  firstSeenAt: momentSchema,
  lastSeenAt: momentSchema,
  /** Not found any more since then. */
  missingSince: momentSchema.nullable(),
  openFindings: z.int(),
});
export type AssetRow = z.infer<typeof assetRowSchema>;

/** What narrows a list of assets. */
const assetFilters = {
  /** Part of a name; `*` stands for anything. */
  q: searchSchema(200).optional(),
  type: words(["domain", "host", "ip", "service"]),
  state: words(assetStates),
  domain: idSchema.optional(),
  group: idsQuery,
} satisfies Readonly<Record<ListFilter<"assets">, z.ZodType>>;

export const listAssets = karteEndpoint({
  name: "listAssets",
  method: "GET",
  path: "/assets",
  tag,
  summary: "What was found: hosts, addresses, services.",
  access: "see",
  query: z.strictObject({
    ...assetFilters,
    sort: z.enum(listSorts.assets).default("name"),
    order: z.enum(["asc", "desc"]).default("asc"),
    ...pageQuery,
  }),
  response: z.object({ assets: z.array(assetRowSchema), ...pageAnswer }),
  errors: [],
  limits: [],
  load: "read",
});

/** What calling an asset "not ours" or "ignored" takes with it, before it is done. */
export const assetConsequences = karteEndpoint({
  name: "assetConsequences",
  method: "GET",
  path: "/assets/:id/consequences",
  tag,
  summary: "Assets and findings that go with an asset when it's no longer yours.",
  access: "see",
  params: z.strictObject({ id: idSchema }),
  response: z.object({ assets: z.int(), findings: z.int(), names: z.array(z.string()) }),
  errors: ["NotFound"],
  limits: [],
  load: "slow",
});

export const judgeAsset = karteEndpoint({
  name: "judgeAsset",
  method: "PUT",
  path: "/assets/:id/state",
  tag,
  summary: "Says what an asset is: scanned, watched only, ignored, or not yours.",
  access: "judge-assets",
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({
    state: z.enum(["candidate", "approved", "monitor-only", "ignored", "not-ours"]),
  }),
  response: z.object({ assets: z.int(), findings: z.int() }),
  errors: ["PlanLimit", "NotFound", "WrongState"],
  limits: [perSession(60, 60)],
});
