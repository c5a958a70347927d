import { msg } from "@lingui/core/macro";
import type { ColumnWords } from "../../app/views/column-choice.tsx";

/** The list's columns that may be left out, as their headers have them. */
export const findingColumnWords: ColumnWords<"findings"> = {
  place: msg`Location`,
  state: msg`Status`,
  "first-seen": msg`First seen`,
  "last-seen": msg`Last seen`,
  assignee: msg`Assigned to`,
  due: msg`Due`,
  ticket: msg`Ticket`,
};
