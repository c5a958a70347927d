import { msg } from "@lingui/core/macro";
import type { ColumnWords } from "../views/column-choice.tsx";

/** The list's columns that may be left out, as their headers have them. */
export const assetColumnWords: ColumnWords<"assets"> = {
  state: msg`State`,
  grade: msg`Grade`,
  findings: msg`Open findings`,
  "found-by": msg`Found through`,
  "first-seen": msg`First seen`,
  "last-seen": msg`Last seen`,
};
