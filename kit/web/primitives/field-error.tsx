import type { ReactNode } from "react";
import { DangerIcon } from "../icons/first-icons.tsx";

/** The sentence below a field that says what is wrong and how to mend it. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} className="mt-2 flex gap-1.5 text-[0.875rem] leading-[1.6] text-danger">
      <DangerIcon className="mt-[0.175em] shrink-0" />
      <div>{children}</div>
    </div>
  );
}
