import { printedSchema } from "@sekimori/kit-contract/letters";
import { lineSchema, trimmed } from "@sekimori/kit-contract/name";
import { z } from "zod";
import { labelMost, labelsMost, labelsTextMost } from "./constants.ts";

// A domain and a finding have labels of one kind (decision 107).

/** What stands between labels in a text: a spreadsheet's marks and those of a Japanese keyboard. */
const between = /[,，、;；]/u;

/**
 * Two that differ in case alone are one label. Letter by letter, as the database has it: `lower` there makes "İ" one
 * letter and knows no other sigma at a word's end.
 */
export const labelKey = (label: string): string =>
  Array.from(label, (letter) => [...letter.toLowerCase()][0]).join("");

/** Each of them once, as it was written first. */
export function distinctLabels(labels: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const label of labels) {
    if (!byKey.has(labelKey(label))) byKey.set(labelKey(label), label);
  }
  return [...byKey.values()];
}

/** The labels that a text names, each once. */
export const labelsIn = (text: string): string[] =>
  distinctLabels(
    text
      .split(between)
      .map(trimmed)
      .filter((label) => label !== ""),
  );

/** Several labels as one text; `labelsIn` has them back. */
export const labelsText = (labels: readonly string[]): string => labels.join(", ");

const rule = lineSchema(labelMost);

/** One label, as an act gives it or takes it away. */
export const labelSchema = printedSchema(
  rule.refine((label) => !between.test(label), { params: { code: "invalid" } }),
);

/** What an act gives or takes away. */
export const labelsSchema = z.array(labelSchema).min(1).max(labelsMost);

/** Whether a domain can have them all. */
export const areTooManyLabels = (labels: readonly string[]): boolean =>
  labels.length > labelsMost || labelsText(labels).length > labelsTextMost;

/** Labels with commas between, or none; what is kept has each once and one comma between two. */
export const labelsTextSchema = printedSchema(
  z
    .string()
    .overwrite((text) => labelsText(labelsIn(text)))
    .superRefine((text, context) => {
      const labels = labelsIn(text);
      if (labels.length > labelsMost) {
        const params = { code: "invalid", problem: "too_many_labels", most: labelsMost };
        context.addIssue({ code: "custom", params });
        return;
      }
      if (text.length > labelsTextMost) {
        const long = { origin: "string", maximum: labelsTextMost, inclusive: true } as const;
        context.addIssue({ code: "too_big", ...long, input: text });
        return;
      }
      const [issue] = labels.flatMap((label) => rule.safeParse(label).error?.issues[0] ?? []);
      if (issue === undefined) return;
      if (issue.code === "custom") context.addIssue({ code: "custom", params: issue.params });
      else {
        const long = { origin: "string", maximum: labelMost, inclusive: true } as const;
        context.addIssue({ code: "too_big", ...long, input: text });
      }
    }),
);
