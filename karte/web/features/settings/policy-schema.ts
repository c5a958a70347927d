import { labelSchema } from "@sekimori/karte-contract/labels";
import { policySeverityActs, severities } from "@sekimori/karte-contract/words";
import { nameSchema } from "@sekimori/kit-contract/name";
import { z } from "zod";

const orNull = (text: string) => (text === "" ? null : text);

const missing = (path: string, code: string) => ({
  code: "custom" as const,
  path: [path],
  params: { code },
});

/** The flat fields of a policy's dialog as the calls want them. */
export const policyFormSchema = z
  .object({
    name: nameSchema(100),
    query: z.string().trim().min(1),
    severity: z.string(),
    until: z.string(),
    reason: z.string().trim(),
    owner: z.string().transform(orNull),
    label: z.union([z.literal("").transform(() => null), labelSchema]),
    people: z.string().transform((text) => text.split(",").filter(Boolean)),
    webhook: z.boolean(),
    ticket: z.string().transform(orNull),
  })
  .superRefine(({ severity, until, reason, owner, label, people, webhook, ticket }, context) => {
    if (severity.startsWith("lower:")) {
      if (until === "") context.addIssue(missing("until", "required"));
      if (reason === "") context.addIssue(missing("reason", "required"));
    }
    if (!severity && !owner && !label && people.length === 0 && !webhook && !ticket) {
      context.addIssue(missing("severity", "required"));
    }
  })
  .transform(({ name, query, severity, until, reason, owner, label, people, webhook, ticket }) => {
    const [how, to] = severity.split(":");
    const way = policySeverityActs.find((one) => one === how);
    const wanted = severities.find((one) => one === to);
    const lowers = way === "lower";
    return {
      name,
      query,
      acts: {
        severity:
          way === undefined || wanted === undefined
            ? null
            : {
                how: way,
                to: wanted,
                until: lowers ? until : null,
                reason: lowers ? reason : null,
              },
        owner,
        label,
        alert: people.length > 0 || webhook ? { people, webhook } : null,
        ticket,
      },
    };
  });
