import type { ReactNode } from "react";
import { useWindowTitle } from "../window-title/window-title.ts";

export interface EmptyStateProps {
  title: ReactNode;
  children?: ReactNode;
  illustration?: ReactNode;
  /** What one can do about it. */
  action?: ReactNode;
  /** The level of its heading in the page. */
  level?: 1 | 2 | 3 | undefined;
}

/** Nothing here yet, or nothing found: why, and what to do. Also the body of error pages. */
export function EmptyState({ title, children, illustration, action, level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  useWindowTitle(level === 1 ? title : undefined);
  return (
    <div className="mx-auto flex max-w-[34rem] flex-col items-center px-4 py-12 text-center">
      {illustration && <div className="mb-6">{illustration}</div>}
      <Heading tabIndex={level === 1 ? -1 : undefined} className="text-std-20B-150">
        {title}
      </Heading>
      {children && <div className="mt-3 text-balance text-muted">{children}</div>}
      {action && <div className="mt-7 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}
