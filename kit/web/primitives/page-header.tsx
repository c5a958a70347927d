import type { ReactNode, Ref } from "react";

export interface PageHeaderProps {
  title: ReactNode;
  /** One sentence on what the page is for. */
  description?: ReactNode;
  /** Buttons of the whole page, at the right where there is room. */
  actions?: ReactNode;
  /** The heading; give it the focus after a navigation so that the new page is read. */
  headingRef?: Ref<HTMLHeadingElement> | undefined;
}

/** A page's first heading. It can be focused by script and shows no ring then. */
export function PageHeader({ title, description, actions, headingRef }: PageHeaderProps) {
  return (
    <header className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="min-w-0">
        <h1 ref={headingRef} tabIndex={-1} className="text-std-26B-150 sm:text-std-32B-150">
          {title}
        </h1>
        {description && <p className="mt-2 max-w-[44rem] text-muted">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </header>
  );
}
