import type { ReactNode } from "react";
import { useWindowTitle } from "../window-title/window-title.ts";

export interface PageHeaderProps {
  title: ReactNode;
  /** The title is a whole sentence, which in a name's size would fill a phone. */
  isSentence?: boolean | undefined;
  /** The window's title where the heading is more than a text. */
  windowTitle?: string | undefined;
  /** One sentence on what the page is for. */
  description?: ReactNode;
  /** Buttons of the whole page, at the right where there is room. */
  actions?: ReactNode;
}

/** A page's first heading, and the window's title. Script can focus it; it shows no ring then. */
export function PageHeader(props: PageHeaderProps) {
  const { title, isSentence = false, windowTitle, description, actions } = props;
  useWindowTitle(windowTitle ?? title);
  return (
    <header className="mb-8 flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
      <div className="min-w-0">
        <h1
          tabIndex={-1}
          className={
            isSentence
              ? "text-std-20B-150 sm:text-std-26B-150"
              : "text-std-26B-150 sm:text-std-32B-150"
          }
        >
          {title}
        </h1>
        {description && <p className="mt-2 max-w-[44rem] text-muted">{description}</p>}
      </div>
      {actions && <div className="flex min-h-12 flex-wrap items-center gap-3">{actions}</div>}
    </header>
  );
}
