import { useLingui } from "@lingui/react/macro";
import { Checkbox } from "@sekimori/kit-web/primitives/checkbox";
import { Cell } from "@sekimori/kit-web/primitives/table";
import type { Selection } from "./use-selection.ts";

interface TickAllProps {
  readonly selection: Selection;
  /** The entries of the page. */
  readonly ids: readonly string[];
}

/** The header's tick: all of this page or none. */
export function TickAll({ selection, ids }: TickAllProps) {
  const { t } = useLingui();
  const ticked = ids.filter((id) => selection.ids.has(id)).length;
  return (
    <th scope="col" className="w-10 border-b border-border-strong py-2.5 pl-2">
      <Checkbox
        label={t`Select all on this page`}
        labelHidden
        checked={ticked > 0 && ticked === ids.length}
        indeterminate={ticked > 0 && ticked < ids.length}
        onChange={(event) => selection.toggle(ids, event.currentTarget.checked)}
      />
    </th>
  );
}

interface TickProps {
  readonly selection: Selection;
  readonly id: string;
  /** What the row is called. */
  readonly name: string;
}

export function Tick({ selection, id, name }: TickProps) {
  const { t } = useLingui();
  return (
    <Cell className="w-10 pr-0 pl-2">
      <Checkbox
        label={t`Select ${{ name }}`}
        labelHidden
        checked={selection.ids.has(id)}
        onChange={(event) => selection.toggle([id], event.currentTarget.checked)}
      />
    </Cell>
  );
}
