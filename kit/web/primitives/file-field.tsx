import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { UploadIcon } from "../icons/icons.tsx";
import { buttonClass } from "./button-class.ts";
import { FieldShell, type FieldTexts } from "./field-shell.tsx";

export interface FileFieldProps
  extends FieldTexts,
    Omit<ComponentProps<"input">, "type" | "value" | "defaultValue" | "style"> {
  /** What the button says. The browser's own is in the browser's language, not in the page's. */
  chooseLabel: ReactNode;
  /** Stands beside the button as long as nothing is chosen. */
  noneLabel: ReactNode;
}

/** One file, by a button of ours with the chosen file's name beside it. */
export function FileField({
  label,
  requirement,
  help,
  error,
  chooseLabel,
  noneLabel,
  id,
  className,
  "aria-describedby": describedBy,
  onChange,
  ...rest
}: FileFieldProps) {
  const [chosen, setChosen] = useState<string>();
  const nameId = useId();
  const described = [describedBy, nameId].filter(Boolean).join(" ");
  return (
    <FieldShell {...{ label, requirement, help, error, id, className, describedBy: described }}>
      {(control) => (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <label
            className={`${buttonClass({})} has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus`}
          >
            <UploadIcon />
            {chooseLabel}
            <input
              {...rest}
              {...control}
              type="file"
              className="sr-only"
              onChange={(event) => {
                // A file that was chosen and then taken back leaves none.
                setChosen(event.currentTarget.files?.[0]?.name);
                onChange?.(event);
              }}
            />
          </label>
          <span id={nameId} className={`min-w-0 break-all ${chosen ? "" : "text-muted"}`}>
            {chosen ?? noneLabel}
          </span>
        </div>
      )}
    </FieldShell>
  );
}
