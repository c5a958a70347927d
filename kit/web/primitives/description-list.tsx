import type { ReactNode } from "react";

export interface DescriptionRow {
  /** Stable within the list. */
  id: string;
  label: ReactNode;
  value: ReactNode;
  /** At the right: a way to change this value. */
  action?: ReactNode;
}

export interface DescriptionListProps {
  rows: readonly DescriptionRow[];
  /** It goes on below another list, whose last rule is its first. */
  continued?: boolean;
}

/** Labels and their values in ruled rows, for reviewing what was entered. */
export function DescriptionList({ rows, continued = false }: DescriptionListProps) {
  return (
    <dl className={continued ? undefined : "border-t border-border"}>
      {rows.map(({ id, label, value, action }) => (
        <div
          key={id}
          className="grid grid-cols-[1fr_auto] gap-x-8 gap-y-1 border-b border-border py-4 sm:grid-cols-[minmax(9rem,13rem)_1fr_auto]"
        >
          <dt className="text-[0.875rem] leading-[1.7] text-muted sm:leading-[1.83]">{label}</dt>
          <dd className="min-w-0 max-sm:col-span-2">{value}</dd>
          {action && (
            <dd className="text-[0.875rem] leading-[1.7] max-sm:col-start-2 max-sm:row-start-1 sm:leading-[1.83]">
              {action}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
