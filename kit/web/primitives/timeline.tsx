import type { ReactNode } from "react";

export interface TimelineEntry {
  /** Stable within the list. */
  id: string;
  /** The day, or "Today". */
  when: ReactNode;
  title: ReactNode;
  /** What it means, in one sentence. */
  note?: ReactNode;
  /** At the right, in figures that line up. */
  amount?: ReactNode;
}

/** What happens when, from top to bottom; the first entry is where the reader stands. */
export function Timeline({ entries, label }: { entries: readonly TimelineEntry[]; label: string }) {
  return (
    <ol aria-label={label} className="rounded-8 border border-border bg-surface px-4 py-5 sm:px-6">
      {entries.map(({ id, when, title, note, amount }) => (
        <li
          key={id}
          className="group relative grid grid-cols-[1fr_auto] gap-x-4 pb-6 pl-8 last:pb-0"
        >
          <span
            aria-hidden="true"
            className="absolute top-[0.55rem] left-0 size-3 rounded-full border-2 border-key bg-surface group-first:bg-key forced-colors:group-first:bg-[CanvasText]"
          />
          <span
            aria-hidden="true"
            className="absolute top-6 bottom-[-0.3rem] left-[0.3125rem] w-0.5 bg-key-line group-last:hidden"
          />
          <p className="text-[0.875rem] text-muted">{when}</p>
          <p className="row-span-2 self-center text-std-18B-160 tabular-nums">{amount}</p>
          <p className="font-700">{title}</p>
          {note && <p className="col-span-2 text-[0.875rem] text-muted">{note}</p>}
        </li>
      ))}
    </ol>
  );
}
