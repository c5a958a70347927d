import type { ReactNode } from "react";
import { PageHeader } from "../primitives/page-header.tsx";

interface NarrowPageProps {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** "form" for one column of fields, "document" for what is read. */
  readonly width?: "form" | "document";
  readonly children: ReactNode;
}

/** A page outside of the signed-in frame: one column under its heading. */
export function NarrowPage({ title, description, width = "form", children }: NarrowPageProps) {
  const measure = width === "form" ? "max-w-[36rem]" : "max-w-[52rem]";
  return (
    <div className={`mx-auto w-full px-4 py-10 sm:py-16 ${measure}`}>
      <PageHeader title={title} description={description} />
      {children}
    </div>
  );
}
