import { reportRequestSchema } from "@sekimori/karte-contract/report-request";
import { z } from "zod";

const scope = z.string().transform((text) => {
  const [kind, id] = text.split(":");
  return id === undefined ? { kind } : { kind, id };
});

/** The form's flat fields as the call wants them. */
export const requestFormSchema = z
  .object({
    scope,
    form: z.string(),
    language: z.string(),
    from: z.string().min(1),
    to: z.string().min(1),
  })
  .pipe(reportRequestSchema);

export const scheduleFormSchema = z.object({
  scope: scope.pipe(
    z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("all") }),
      z.object({ kind: z.literal("group"), id: z.string() }),
      z.object({ kind: z.literal("view"), id: z.string() }),
    ]),
  ),
  form: z.enum(["pdf", "csv", "json"]),
  language: z.enum(["ja", "en"]),
  recipients: z
    .string()
    .min(1)
    .transform((text) => text.split(",")),
});
