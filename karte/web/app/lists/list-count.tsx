import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react";

import { counted } from "../counted.ts";

export interface ListCountProps {
  readonly count: { readonly value: number; readonly more: boolean };
  /** With {figure} in it. */
  readonly words: MessageDescriptor;
}

/** How many entries match: exact up to a limit, "10,000+" beyond. */
export function ListCount({ count, words }: ListCountProps) {
  const { i18n } = useLingui();
  const figure = counted(i18n, count.value, count.more);
  return (
    <p role="status" className="text-[0.875rem] text-muted tabular-nums">
      {i18n._({ ...words, values: { figure } })}
    </p>
  );
}
