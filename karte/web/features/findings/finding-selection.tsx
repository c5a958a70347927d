import type { FindingFilterQuery } from "../../app/findings/finding-groups-query.ts";
import { SelectionBar } from "../../app/lists/selection-bar.tsx";
import type { Selection } from "../../app/lists/use-selection.ts";
import { TicketButton } from "../../app/tickets/ticket-button.tsx";
import { useTicketSystems } from "../../app/tickets/use-ticket-systems.ts";
import { FindingWork, type Worked } from "./finding-work.tsx";
import { useTakeAll } from "./use-take-all.ts";

interface FindingSelectionProps {
  readonly selection: Selection;
  readonly filters: FindingFilterQuery;
  /** How many match. */
  readonly count: { readonly value: number; readonly more: boolean };
  readonly onUndoable: (done: Worked) => void;
}

/** What is done to the findings that are ticked, on whichever page. */
export function FindingSelection({ selection, filters, count, onUndoable }: FindingSelectionProps) {
  const { ids } = selection;
  const systems = useTicketSystems();

  const takeAll = useTakeAll(selection, filters);

  return (
    <SelectionBar
      count={ids.size}
      onAll={ids.size < count.value ? () => void takeAll() : undefined}
      onClear={selection.clear}
    >
      <TicketButton findings={[...ids]} systems={systems} onDone={selection.clear} />
      <FindingWork ids={[...ids]} withCause onDone={selection.clear} onUndoable={onUndoable} />
    </SelectionBar>
  );
}
