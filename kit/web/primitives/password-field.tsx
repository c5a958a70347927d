import { type ComponentProps, useEffect, useRef, useState } from "react";
import { EyeIcon, EyeOffIcon } from "../icons/first-icons.tsx";
import { classNames } from "./class-names.ts";
import { controlClass } from "./control-class.ts";
import { FieldShell, type FieldTexts } from "./field-shell.tsx";

export interface PasswordFieldProps extends FieldTexts, Omit<ComponentProps<"input">, "type"> {
  /** Names of the button that shows and hides what is typed. */
  showLabel: string;
  hideLabel: string;
  /** "current-password" to sign in, "new-password" to choose one. */
  autoComplete: "current-password" | "new-password";
}

/**
 * A password that can be looked at. It is hidden again when its form is submitted,
 * so that no browser keeps it among the texts it offers for ordinary fields.
 */
export function PasswordField({
  label,
  requirement,
  help,
  error,
  showLabel,
  hideLabel,
  id,
  className,
  "aria-describedby": describedBy,
  ...rest
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const action = shown ? hideLabel : showLabel;
  // Two passwords on one page have a button each.
  const name = typeof label === "string" ? `${action}: ${label}` : action;
  const frame = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const form = frame.current?.closest("form");
    if (!form || !shown) return;
    const hide = () => setShown(false);
    form.addEventListener("submit", hide);
    return () => form.removeEventListener("submit", hide);
  }, [shown]);

  return (
    <FieldShell {...{ label, requirement, help, error, id, className, describedBy }}>
      {(control) => (
        <div ref={frame} className="relative">
          <input
            {...rest}
            {...control}
            type={shown ? "text" : "password"}
            spellCheck={false}
            autoCapitalize="none"
            autoCorrect="off"
            className={classNames(controlClass, "pr-13")}
          />
          <button
            type="button"
            aria-label={name}
            title={action}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0.5 right-0.5 grid w-11 cursor-pointer place-items-center rounded-4 text-muted hover:bg-key-soft hover:text-text"
          >
            {shown ? <EyeOffIcon /> : <EyeIcon />}
          </button>
        </div>
      )}
    </FieldShell>
  );
}
