import type { ReactNode } from "react";

interface SectionProps {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly children: ReactNode;
}

/** A part of My Page under its heading. */
export function Section({ title, description, children }: SectionProps) {
  return (
    <section className="mb-12 last:mb-0">
      <h2 className="text-std-20B-150">{title}</h2>
      {description && <p className="mt-1 text-muted">{description}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}
