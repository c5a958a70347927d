import type { I18n } from "@lingui/core";

/** A count in figures; "10,000+" where there are more than were counted. */
export const counted = (i18n: I18n, value: number, more: boolean): string =>
  `${i18n.number(value)}${more ? "+" : ""}`;
