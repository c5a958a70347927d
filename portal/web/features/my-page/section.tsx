import type { ReactNode, Ref } from "react";

interface SectionProps {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** For where the focus goes when what had it is gone. */
  readonly headingRef?: Ref<HTMLHeadingElement>;
  readonly children: ReactNode;
}

/** A part of My Page under its heading. */
export function Section({ title, description, headingRef, children }: SectionProps) {
  return (
    <section className="mb-12 last:mb-0">
      {/* It comes to stand below the page's head and a message, which would cover it. */}
      <h2
        ref={headingRef}
        tabIndex={headingRef ? -1 : undefined}
        className="scroll-mt-40 text-std-20B-150"
      >
        {title}
      </h2>
      {description && <p className="mt-1 text-muted">{description}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}
