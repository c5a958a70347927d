import { printedSchema } from "@sekimori/kit-contract/letters";
import { nameSchema } from "@sekimori/kit-contract/name";
import { z } from "zod";
import { type ListName, listColumns, lists, noColumns } from "../lists.ts";
import { karteEndpoint, perSession } from "./declare.ts";
import { listDomains } from "./domains.ts";
import { idSchema } from "./field-schemas.ts";
import { listFindings } from "./findings.ts";
import { listAssets } from "./inventory.ts";

const tag = "Saved views";

const listSchema = z.enum(lists);

/** What each list takes: a view is what its call can be asked, but for the place in it. */
const asked = {
  domains: listDomains,
  findings: listFindings,
  assets: listAssets,
} as const;

function areColumns(list: ListName, columns: readonly string[]): boolean {
  const known: readonly string[] = listColumns[list];
  return columns.every((column) => known.includes(column));
}

/** Whether a list can be asked so; its columns have commas between, as in its address. */
export function isQueryOf(list: ListName, { columns, ...query }: Readonly<Record<string, string>>) {
  return (
    !("cursor" in query) &&
    asked[list].query.safeParse(query).success &&
    (columns === undefined || columns === noColumns || areColumns(list, columns.split(",")))
  );
}

export const viewQuerySchema = z.record(z.string().max(20), z.string().min(1).max(2_000));

export const savedViewSchema = z.object({
  id: idSchema,
  list: listSchema,
  name: z.string(),
  /** What the list's address and its call are asked: filters, order, rows a page; and its columns. */
  query: viewQuerySchema,
  /** The same as a call of this API, beginning with its path. */
  call: z.string(),
});
export type SavedView = z.infer<typeof savedViewSchema>;

export const listViews = karteEndpoint({
  name: "listViews",
  method: "GET",
  path: "/views",
  tag,
  summary: "The views of lists that the person keeps, by name, and the columns they chose.",
  access: "see",
  byToken: false,
  response: z.object({
    views: z.array(savedViewSchema),
    columns: z.record(listSchema, z.array(z.string()).nullable()),
  }),
  errors: [],
  limits: [],
  load: "read",
});

export const saveView = karteEndpoint({
  name: "saveView",
  method: "POST",
  path: "/views",
  tag,
  summary: "Keeps a view of a list under a name; what the name stood for before is replaced.",
  access: "see",
  byToken: false,
  body: z
    .strictObject({
      list: listSchema,
      name: printedSchema(nameSchema(100)),
      query: viewQuerySchema,
    })
    .refine(({ list, query }) => isQueryOf(list, query), {
      path: ["query"],
      params: { code: "invalid" },
    }),
  response: z.object({ id: idSchema }),
  errors: ["PlanLimit"],
  limits: [perSession(60, 60)],
});

export const removeView = karteEndpoint({
  name: "removeView",
  method: "DELETE",
  path: "/views/:id",
  tag,
  summary: "Forgets a view.",
  access: "see",
  byToken: false,
  params: z.strictObject({ id: idSchema }),
  response: z.object({}),
  errors: ["NotFound"],
  limits: [perSession(60, 60)],
});

export const chooseColumns = karteEndpoint({
  name: "chooseColumns",
  method: "PUT",
  path: "/columns",
  tag,
  summary: "Keeps which columns of a list the person sees; null for all of them.",
  access: "see",
  byToken: false,
  body: z
    .strictObject({
      list: listSchema,
      columns: z.array(z.string().max(20)).max(20).nullable(),
    })
    .refine(({ list, columns }) => columns === null || areColumns(list, columns), {
      path: ["columns"],
      params: { code: "invalid" },
    }),
  response: z.object({}),
  errors: [],
  limits: [perSession(120, 60)],
});
