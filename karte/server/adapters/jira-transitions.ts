import { z } from "zod";

// Workflows are each customer's own: only the category of a status says the same everywhere, never its name.

const categorySchema = z.object({ statusCategory: z.object({ key: z.string() }) });
export const fieldsSchema = z.object({ status: categorySchema });

const fieldSchema = z.object({
  required: z.boolean(),
  hasDefaultValue: z.boolean().optional(),
  /** Of whatever kind the field is; an application's own may be anything. */
  allowedValues: z.array(z.unknown()).optional(),
});
export const transitionsSchema = z.object({
  transitions: z.array(
    z.object({
      id: z.string().max(50),
      to: categorySchema,
      fields: z.record(z.string(), fieldSchema).optional(),
    }),
  ),
});
type Transition = z.infer<typeof transitionsSchema>["transitions"][number];

/** The category of a status as the port says it. */
export function stateOf({ status }: z.infer<typeof fieldsSchema>): "open" | "in-work" | "done" {
  const { key } = status.statusCategory;
  return key === "done" ? "done" : key === "indeterminate" ? "in-work" : "open";
}

/** As Jira calls them before anybody has changed that. */
const resolutionNames = /^(?:Done|Fixed|完了|修正済み|解決済み)$/i;

const resolutionSchema = z.object({ id: z.string(), name: z.string().optional() });

/** The one that says so; any where one is asked for, and none where another would say what isn't so. */
function resolutionOf({ fields }: Transition): { readonly id: string } | undefined {
  const allowed = (fields?.resolution?.allowedValues ?? []).flatMap(
    (one) => resolutionSchema.safeParse(one).data ?? [],
  );
  const any = fields?.resolution?.required === true ? allowed[0] : undefined;
  const found = allowed.find(({ name }) => resolutionNames.test(name ?? "")) ?? any;
  return found && { id: found.id };
}

/** Whether nothing has to be filled in that is somebody's own to know. */
const isFillable = ({ fields = {} }: Transition) =>
  Object.entries(fields).every(
    ([name, field]) =>
      !field.required ||
      field.hasDefaultValue === true ||
      (name === "resolution" && (field.allowedValues ?? []).length > 0),
  );

/** What is to be sent so that a ticket is closed or reopened; undefined where the workflow has no way. */
export function wayTo(
  to: "closed" | "open",
  { transitions }: z.infer<typeof transitionsSchema>,
): { readonly sent: object; readonly state: ReturnType<typeof stateOf> } | undefined {
  const fit = transitions.filter(isFillable);
  const wanted = to === "closed" ? (["done"] as const) : (["open", "in-work"] as const);
  for (const state of wanted) {
    const way = fit.find((one) => stateOf({ status: one.to }) === state);
    if (way === undefined) continue;
    const resolution = to === "closed" ? resolutionOf(way) : undefined;
    const sent = { transition: { id: way.id }, ...(resolution && { fields: { resolution } }) };
    return { sent, state };
  }
  return undefined;
}
