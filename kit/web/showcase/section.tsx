import type { ReactNode } from "react";

/** One chapter of the showcase. */
export function Section({
  id,
  title,
  children,
}: {
  id: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="border-t border-border py-12">
      <h2 id={id} className="mb-8 text-std-24B-150">
        {title}
      </h2>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10">{children}</div>
    </section>
  );
}

/** A row of things that wrap. */
export function Wrap({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-4">{children}</div>;
}

/** Two columns where there is room. */
export function Columns({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-8 md:grid-cols-2">
      {children}
    </div>
  );
}
