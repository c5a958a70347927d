import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { ImportRow, ImportView } from "@sekimori/karte-contract/endpoints/imports";
import type { ImportEncoding } from "@sekimori/karte-contract/words";

export const columnWords: Readonly<
  Record<ImportRow["problems"][number]["column"], MessageDescriptor>
> = { name: msg`Name`, groups: msg`Groups`, label: msg`Label` };

/** Names of their own, the same in every language. */
export const encodingNames: Readonly<Record<ImportEncoding, string>> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16 LE",
  "utf-16be": "UTF-16 BE",
  shift_jis: "Shift_JIS (CP932)",
  "euc-jp": "EUC-JP",
};

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
