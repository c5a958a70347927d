import { msg } from "@lingui/core/macro";
import type { ColumnWords } from "../../app/views/column-choice.tsx";

/** The list's columns that may be left out, as their headers have them. */
export const domainColumnWords: ColumnWords<"domains"> = {
  grade: msg`Grade`,
  findings: msg`Open findings`,
  proof: msg`Ownership`,
  "last-run": msg`Last scan`,
  "next-run": msg`Next scan`,
  groups: msg`Groups`,
  responsible: msg`Responsible`,
};
