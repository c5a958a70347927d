import type { ReactNode } from "react";

interface SectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A part of a page under its heading. */
export function Section({ title, children }: SectionProps) {
  return (
    <section className="mb-8">
      <h2 className="mb-3 text-std-18B-160">{title}</h2>
      {children}
    </section>
  );
}

interface Fact {
  readonly id: string;
  readonly label: ReactNode;
  readonly value: ReactNode;
}

/** Labels and values in close rows: what one looks up, and not what one reads. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="grid text-[0.9375rem] leading-[1.6]">
      {facts.map(({ id, label, value }) => (
        <div
          key={id}
          className="grid gap-x-6 border-t border-border py-1.5 last:border-b sm:grid-cols-[11rem_1fr]"
        >
          <dt className="text-[0.875rem] text-muted">{label}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
