import { type ChangeEvent, type CompositionEvent, type FocusEvent, useId } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { normaliseDigits } from "../language/digits.ts";
import type { FieldIssue } from "./field-issue.ts";
import { useFormSentences } from "./form-sentences.ts";
import { fromHookErrors, pathOf } from "./hook-errors.ts";

export interface FieldSettings {
  /** In the page's language. */
  readonly label: string;
  /** Whether a badge says "required" or "optional"; no badge when absent. */
  readonly requirement?: "required" | "optional";
  readonly help?: string;
  /** A field of digits: full-width ones, spaces and hyphens are folded away. Never a password. */
  readonly digits?: boolean;
  /** This field's own sentence for an issue; undefined falls back to the app's. */
  readonly sentence?: (issue: FieldIssue) => string | undefined;
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What a native control takes. */
export interface ControlProps {
  readonly name: string;
  readonly ref: (control: Control | null) => void;
  readonly onChange: (event: ChangeEvent<Control>) => void;
  readonly onBlur: (event: FocusEvent<Control>) => void;
}

type Names<Values> = Extract<keyof Values, string>;

/** The wiring between a form's fields and the primitives that show them. */
export function useFields<Values extends FieldValues>(
  settings: Readonly<Record<Names<Values>, FieldSettings>>,
  hook: UseFormReturn<Values>,
) {
  const prefix = useId();
  const sentences = useFormSentences();
  const digitNames = new Set(
    Object.entries<FieldSettings>(settings).flatMap(([name, { digits }]) => (digits ? [name] : [])),
  );
  const idOf = (name: string) => `${prefix}${name}`;
  const issues = fromHookErrors(hook.formState.errors);

  function fold(input: EventTarget): void {
    if (!(input instanceof HTMLInputElement) || !digitNames.has(input.name)) return;
    const folded = normaliseDigits(input.value);
    if (folded === input.value) return;
    input.value = folded;
    hook.setValue(pathOf<Values>(input.name), folded as never, { shouldDirty: true });
  }

  function control(name: Names<Values>): ControlProps {
    const { ref, onChange, onBlur } = hook.register(pathOf<Values>(name));
    return {
      name,
      ref,
      onChange(event) {
        // Rewriting the value would break a conversion that is still under way.
        if (!(event.nativeEvent as InputEvent).isComposing) fold(event.currentTarget);
        void onChange(event);
      },
      onBlur(event) {
        fold(event.currentTarget);
        void onBlur(event);
      },
    };
  }

  function texts(name: Names<Values>) {
    const { label, requirement, help } = settings[name];
    const issue = issues.find((one) => one.name === name);
    return {
      id: idOf(name),
      label,
      help,
      requirement: requirement && { kind: requirement, text: sentences[requirement] },
      error: issue && sentenceOf(issue),
    };
  }

  function sentenceOf(issue: FieldIssue): string {
    const field: FieldSettings | undefined = settings[issue.name as Names<Values>];
    return field?.sentence?.(issue) ?? sentences.issue(issue, field?.label ?? issue.name);
  }

  return {
    idOf,
    texts,
    control,
    field: (name: Names<Values>) => ({ ...texts(name), ...control(name) }),
    sentenceOf,
    /** Folds the field whose conversion has just ended. */
    composed(event: CompositionEvent<HTMLFormElement>) {
      fold(event.target);
    },
    /** Folds every digit field: the last chance before a submit. */
    normalise(form: HTMLFormElement) {
      for (const name of digitNames) {
        const input = form.elements.namedItem(name);
        if (input instanceof HTMLElement) fold(input);
      }
    },
  };
}
