import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** What a field of labels says of more than there may be; undefined for what else is wrong with them. */
export function tooManyLabels(
  params: Readonly<Record<string, string | number | boolean>> | undefined,
  i18n: I18n,
): string | undefined {
  if (params?.problem !== "too_many_labels") return undefined;
  const most = i18n.number(Number(params.most));
  return i18n._(msg`Enter no more than ${{ most }} labels.`);
}
