import type { ReactNode } from "react";

interface SectionProps {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** Buttons at the right of the heading. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page under its heading. */
export function Section({ title, description, actions, children }: SectionProps) {
  return (
    <section className="mb-10 last:mb-0">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <h2 className="text-std-20B-150">{title}</h2>
          {description && <p className="mt-1 max-w-[44rem] text-muted">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
      </div>
      <div className="mt-4">{children}</div>
    </section>
  );
}
