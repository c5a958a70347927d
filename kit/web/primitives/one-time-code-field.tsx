import {
  type ChangeEvent,
  type ComponentProps,
  type CompositionEvent,
  type CSSProperties,
  useRef,
} from "react";
import { normaliseDigits } from "../language/digits.ts";
import { FieldShell, type FieldTexts } from "./field-shell.tsx";
import "./one-time-code-field.css";

export interface OneTimeCodeFieldProps
  extends FieldTexts,
    Omit<ComponentProps<"input">, "type" | "maxLength" | "inputMode" | "autoComplete"> {
  /** How many digits the code has. */
  length?: number | undefined;
  /** The code is all that its form asks for: the last digit sends it. */
  submits?: boolean | undefined;
  /** The page or dialog is about this field: it has the focus from the start. */
  first?: boolean | undefined;
}

/** Sets a value as typing would, so that React's own bookkeeping sees a change. */
function type(input: HTMLInputElement, value: string) {
  const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
  native?.set?.call(input, value);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * One field for a code sent by mail: it can be pasted into, filled in by the browser,
 * and typed with a Japanese input method. No `maxLength`: it would cut "123 456" short
 * before the space could be dropped.
 */
export function OneTimeCodeField({
  label,
  requirement,
  help,
  error,
  length = 6,
  submits = false,
  first = false,
  onChange,
  onCompositionEnd,
  id,
  className,
  "aria-describedby": describedBy,
  ...rest
}: OneTimeCodeFieldProps) {
  const completed = useRef("");
  const codeOf = (input: HTMLInputElement) =>
    normaliseDigits(input.value)
      .replace(/[^0-9]/g, "")
      .slice(0, length);

  function submitWhenComplete(input: HTMLInputElement, code: string) {
    const whole = code.length === length;
    if (submits && whole && code !== completed.current) input.form?.requestSubmit();
    completed.current = whole ? code : "";
  }

  function change(event: ChangeEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    // A conversion under way is left alone: rewriting the value would break it off.
    if (event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing) {
      onChange?.(event);
      return;
    }
    const code = codeOf(input);
    if (code !== input.value) input.value = code;
    onChange?.(event);
    submitWhenComplete(input, code);
  }

  function endComposition(event: CompositionEvent<HTMLInputElement>) {
    onCompositionEnd?.(event);
    const code = codeOf(event.currentTarget);
    if (code === event.currentTarget.value) submitWhenComplete(event.currentTarget, code);
    else type(event.currentTarget, code);
  }

  return (
    <FieldShell {...{ label, requirement, help, error, id, className, describedBy }}>
      {(control) => (
        <div className="code-frame">
          <input
            {...rest}
            {...control}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            enterKeyHint="go"
            // biome-ignore lint/a11y/noAutofocus: the page or dialog asks for this and nothing else
            autoFocus={first}
            data-page-field={first || undefined}
            autoCorrect="off"
            spellCheck={false}
            pattern="[0-9]*"
            onChange={change}
            onCompositionEnd={endComposition}
            className="code-field"
            style={{ "--places": length } as CSSProperties}
          />
        </div>
      )}
    </FieldShell>
  );
}
