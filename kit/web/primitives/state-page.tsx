import type { ComponentProps, ReactNode } from "react";
import { PageHeader } from "./page-header.tsx";

interface StatePageProps extends Pick<ComponentProps<"div">, "role" | "aria-busy"> {
  readonly title: string;
  /** Missing only where every page would have to fetch it along. */
  readonly illustration?: ReactNode;
  /** Why it is so. */
  readonly children?: ReactNode;
  /** What one can do about it: buttons as wide as the column. */
  readonly action?: ReactNode;
}

/**
 * A page that says how things stand and leads on: nothing here, no right, a link that is over. It
 * begins where a page with a form does (`NarrowPage`), in the same column and under the same heading.
 */
export function StatePage({ title, illustration, children, action, ...frame }: StatePageProps) {
  return (
    <div className="mx-auto w-full max-w-[36rem] px-4 py-10 sm:py-16" {...frame}>
      {illustration && <div className="mb-6 -ml-[11px]">{illustration}</div>}
      <PageHeader title={title} />
      {children && <div className="-mt-6 text-muted">{children}</div>}
      {action && <div className="mt-8 grid gap-4">{action}</div>}
    </div>
  );
}
