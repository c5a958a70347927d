import {
  type CompositionEvent,
  type KeyboardEvent,
  type SubmitEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import { type DefaultValues, type UseFormReturn, useForm as useHookForm } from "react-hook-form";
import { ApiError, isApiError } from "../client/api-error.ts";
import { type FieldIssue, issuesOfServer } from "./field-issue.ts";
import { type FieldSettings, useFields } from "./fields.ts";
import { useFormSentences } from "./form-sentences.ts";
import { fromHookErrors, pathOf, toHookError, toHookErrors } from "./hook-errors.ts";
import type { Validator } from "./schema-validator.ts";

/** Text fields, radios and selects hold strings, checkboxes booleans. A form's fields are flat. */
export type FormValues = Record<string, string | boolean>;

export type FieldName<Values> = Extract<keyof Values, string>;

export interface FormSettings<Values extends FormValues, Output> {
  readonly defaultValues: Values;
  /** Every field in the order of the page; the summary lists problems in this order. */
  readonly fields: Readonly<Record<FieldName<Values>, FieldSettings>>;
  /**
   * Loads the validator. It is called once, after the form is on the page, so that the schema
   * library does not hold up the first paint.
   */
  readonly validator: () => Promise<Validator<Values, Output>>;
  /**
   * Sends the values. Until its promise settles every further submit is swallowed: return the
   * navigation that follows.
   */
  readonly onSubmit: (values: Output) => Promise<unknown>;
  /**
   * Where an API error without field errors belongs: at a field, above the form, or (undefined)
   * with the app, which shows a toast.
   */
  readonly place?: (error: ApiError) => FieldName<Values> | "form" | undefined;
}

/** What went wrong with the last submit, as codes. */
export interface FormProblems {
  readonly issues: readonly FieldIssue[];
  readonly error: ApiError | undefined;
  /** Rises with each failed submit, so that the summary takes the focus again. */
  readonly failures: number;
}

const noProblems: FormProblems = { issues: [], error: undefined, failures: 0 };

/**
 * A form on react-hook-form: lazily loaded schema, labels, badges, help and errors wired to the
 * primitives, a summary that takes the focus when a submit fails, server errors back at their
 * fields, Enter that never submits while an input method composes, one submit at a time.
 * Inputs stay uncontrolled and errors are kept as codes, so a change of language keeps what was
 * typed and translates what was complained about.
 */
export function useForm<Values extends FormValues, Output>(settings: FormSettings<Values, Output>) {
  const sentences = useFormSentences();
  const validator = useRef<Validator<Values, Output>>(undefined);
  const loading = useRef<Promise<void>>(undefined);
  const output = useRef<Output>(undefined);
  const busyNow = useRef(false);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState(noProblems);
  const names = Object.keys(settings.fields) as FieldName<Values>[];

  const hook: UseFormReturn<Values> = useHookForm<Values>({
    defaultValues: settings.defaultValues as DefaultValues<Values>,
    shouldFocusError: false,
    resolver: (values) => {
      const result = validator.current?.(values);
      if (!result) return { values, errors: {} };
      if ("issues" in result) return { values: {}, errors: toHookErrors(result.issues) };
      output.current = result.values;
      return { values, errors: {} };
    },
  });
  const fields = useFields(settings.fields, hook);

  useEffect(() => {
    // What fails here is loaded again, and complained about, at the submit.
    loadValidator().catch(() => undefined);
  });

  function loadValidator(): Promise<void> {
    loading.current ??= settings.validator().then(
      (loaded) => {
        validator.current = loaded;
      },
      (cause: unknown) => {
        loading.current = undefined;
        throw new ApiError({ type: "Network", status: 0, message: "no validator", cause });
      },
    );
    return loading.current;
  }

  function fail(issues: readonly FieldIssue[], error?: ApiError): void {
    const sorted = names.flatMap((name) => issues.filter((issue) => issue.name === name));
    setProblems(({ failures }) => ({ issues: sorted, error, failures: failures + 1 }));
  }

  function failAt(issues: readonly FieldIssue<FieldName<Values>>[]): void {
    for (const issue of issues) hook.setError(pathOf<Values>(issue.name), toHookError(issue));
    fail(issues);
  }

  function explain(error: unknown): void {
    const issues = isApiError(error) ? issuesOfServer(error.fields, names) : [];
    const place = isApiError(error) ? settings.place?.(error) : undefined;
    if (issues.length > 0) failAt(issues);
    else if (!isApiError(error) || place === undefined) sentences.report(error);
    else if (place === "form") fail([], error);
    else failAt([{ name: place, code: error.type, params: error.data }]);
  }

  async function onSubmit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busyNow.current) return;
    busyNow.current = true;
    setBusy(true);
    try {
      fields.normalise(event.currentTarget);
      await loadValidator();
      await hook.handleSubmit(
        async () => {
          setProblems(noProblems);
          await settings.onSubmit(output.current as Output);
        },
        (errors) => fail(fromHookErrors(errors)),
      )();
    } catch (error) {
      explain(error);
    } finally {
      busyNow.current = false;
      setBusy(false);
    }
  }

  return {
    /** For the `<form>` itself. */
    props: {
      noValidate: true,
      onSubmit,
      onKeyDown: swallowComposingEnter,
      onCompositionEnd: (event: CompositionEvent<HTMLFormElement>) => fields.composed(event),
    },
    /** Whether a submit is under way. */
    busy,
    problems,
    /** Everything a primitive field takes, to be spread into it. */
    field: fields.field,
    /** Label, badge, help and error without the control: for a group of radios. */
    texts: fields.texts,
    /** The control alone: for a radio or a checkbox. */
    control: fields.control,
    /** The sentence for an issue of one of the fields. */
    sentenceOf: fields.sentenceOf,
    /** The id of a field's control. */
    idOf: fields.idOf,
    /** A field's present value; the component renders again when it changes. */
    watch: (name: FieldName<Values>) => hook.watch(pathOf<Values>(name)),
    /** The present values, without rendering again. */
    values: () => hook.getValues(),
    /** Sets a value as if it had been typed. */
    set(name: FieldName<Values>, value: Values[FieldName<Values>]) {
      hook.setValue(pathOf<Values>(name), value as never, {
        shouldDirty: true,
        shouldValidate: hook.formState.isSubmitted,
      });
    },
    /** Begins anew: nothing typed, nothing complained about. */
    clear() {
      hook.reset();
      setProblems(noProblems);
    },
    /** Shows an error at a field from outside a submit (a look-up that failed, say). */
    failAt,
  };
}

export type Form<Values extends FormValues, Output> = ReturnType<typeof useForm<Values, Output>>;

/**
 * The Enter that accepts a conversion is not a submit. Safari ends the composition before it tells
 * of the key, and then only the old key code 229 gives it away.
 */
function swallowComposingEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== "Enter") return;
  if (event.nativeEvent.isComposing || event.keyCode === 229) event.preventDefault();
}
