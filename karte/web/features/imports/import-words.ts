import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { ImportRow, ImportView } from "@sekimori/karte-contract/endpoints/imports";

export const columnWords: Readonly<
  Record<ImportRow["problems"][number]["column"], MessageDescriptor>
> = { name: msg`Name`, groups: msg`Groups`, label: msg`Label` };

export const outcomeWords: Readonly<Record<ImportRow["outcome"], MessageDescriptor>> = {
  add: msg`To be added`,
  exists: msg`Already registered`,
  refused: msg`Rejected`,
};

export const stateWords: Readonly<Record<ImportView["state"], MessageDescriptor>> = {
  checked: msg`Checked only`,
  applied: msg`Added`,
  undone: msg`Undone`,
};
