import { useLingui } from "@lingui/react/macro";
import { Loading, Skeleton } from "@sekimori/kit-web/primitives/skeleton";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { type FormEvent, useEffect, useId, useImperativeHandle, useRef, useState } from "react";
import type { CardFieldsProps } from "../card-fields/card-fields.tsx";
import { acceptedBrands } from "../card-fields/card-text.ts";
import { FieldsError } from "../card-fields/fields-host.ts";
import {
  type FieldProblem,
  type MountedFields,
  mountFields,
  type ScriptedField,
  scriptedFields,
} from "../card-fields/scripted-fields.ts";
import { useTheme } from "../card-fields/use-theme.ts";

/** How long the company may take to show its fields. */
const patience = 20_000;

/** What a card may have as its holder's name: what 3-D Secure can carry. */
const holderMost = 45;
const holderForm = new RegExp(`^[A-Za-z][A-Za-z .'-]{0,${holderMost - 2}}[A-Za-z.]$`);

type Problems = Partial<Record<ScriptedField, FieldProblem>>;

/**
 * The payment company's fields, each in a frame of its own that its script puts into our page. The
 * labels, the holder's name and what is wrong are ours.
 */
export function ScriptedCardFields(props: CardFieldsProps) {
  const [attempt, setAttempt] = useState(0);
  return <Fields key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />;
}

function Fields({
  place,
  locale,
  loadingLabel,
  failed,
  onReady,
  onEnter,
  onRetry,
  ref,
}: CardFieldsProps & { readonly onRetry: () => void }) {
  const { t } = useLingui();
  const id = useId();
  const theme = useTheme();
  const places = useRef<Partial<Record<ScriptedField, HTMLElement | null>>>({});
  const holder = useRef<HTMLInputElement>(null);
  const mounted = useRef<MountedFields>(undefined);
  const latest = useRef(onReady);
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");
  const [problems, setProblems] = useState<Problems>({});
  const [holderProblem, setHolderProblem] = useState<"missing" | "form">();
  const [focused, setFocused] = useState<ScriptedField>();
  // What was typed would be lost if the fields were made anew for another language.
  const [first] = useState(locale);

  useEffect(() => {
    latest.current = onReady;
  });

  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(() => setState("failed"), patience);
    const { number, expiry, code } = places.current;
    if (!number || !expiry || !code) return;
    const onProblem = (field: ScriptedField, problem: FieldProblem | undefined) =>
      setProblems((before) => ({ ...before, [field]: problem }));
    mountFields({
      scriptUrl: place.fieldsUrl,
      publishableKey: place.publishableKey,
      locale: first,
      places: { number, expiry, code },
      onProblem,
      onFocus: setFocused,
    }).then(
      (made) => {
        clearTimeout(timer);
        if (isOver) return made.unmount();
        mounted.current = made;
        setState("ready");
      },
      () => {
        clearTimeout(timer);
        if (!isOver) setState("failed");
      },
    );
    return () => {
      isOver = true;
      clearTimeout(timer);
      mounted.current?.unmount();
      mounted.current = undefined;
    };
  }, [place.fieldsUrl, place.publishableKey, first]);

  useEffect(() => {
    latest.current(state === "ready");
  }, [state]);

  useEffect(() => {
    if (state === "ready") mounted.current?.setLocale(locale);
  }, [state, locale]);

  useEffect(() => {
    // The theme is what changes the colours that the fields are given.
    if (state === "ready" && theme) mounted.current?.restyle();
  }, [state, theme]);

  function check(): boolean {
    const fields = mounted.current;
    const name = holder.current?.value.trim() ?? "";
    const wrong = holderForm.test(name) ? undefined : name === "" ? "missing" : "form";
    setHolderProblem(wrong);
    const incomplete = fields?.incomplete() ?? [];
    setProblems((before) =>
      Object.fromEntries(incomplete.map((field) => [field, before[field] ?? "missing"])),
    );
    const [firstWrong] = incomplete;
    if (firstWrong) fields?.focus(firstWrong);
    else if (wrong) holder.current?.focus();
    return firstWrong === undefined && wrong === undefined;
  }

  useImperativeHandle(ref, () => ({
    async submit() {
      const fields = mounted.current;
      if (!fields) throw new FieldsError("company");
      if (!check()) throw new FieldsError("invalid_fields");
      return fields.submit(holder.current?.value.trim() ?? "");
    },
    focus() {
      const [field = "number"] = scriptedFields.filter((one) => problems[one]);
      mounted.current?.focus(field);
    },
  }));

  const labels = {
    number: t`Card number`,
    expiry: t`Expiry date (month and year)`,
    code: t`Security code`,
  };
  const missing = {
    number: t`Please enter the card number`,
    expiry: t`Please enter the expiry date`,
    code: t`Please enter the security code`,
  };
  const sentence = (field: ScriptedField) => {
    const problem = problems[field];
    if (problem === "missing") return missing[field];
    if (problem === "brand")
      return t`Use one of these cards: ${{ brands: acceptedBrands.join(", ") }}`;
    return problem?.sentence;
  };
  const required = { kind: "required" as const, text: t`Required` };

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    onEnter();
  }

  if (state === "failed") return failed(onRetry);
  return (
    <div className="relative">
      {state === "loading" && (
        <div className="absolute inset-0 bg-surface">
          <Loading label={loadingLabel}>
            <div className="flex flex-col gap-6">
              <Skeleton className="h-12 w-full" />
              <Skeleton className="h-12 w-2/3" />
              <Skeleton className="h-12 w-full" />
            </div>
          </Loading>
        </div>
      )}
      <form noValidate onSubmit={onSubmit} className="grid max-w-160 gap-6 sm:grid-cols-2">
        {scriptedFields.map((field) => {
          const problem = sentence(field);
          return (
            <div key={field} className={field === "number" ? "sm:col-span-2" : undefined}>
              <div className="mb-2 flex flex-wrap items-center gap-x-2.5 gap-y-1">
                <label htmlFor={`${id}-${field}`} className="text-std-16N-170 font-700">
                  {labels[field]}
                </label>
                <span className="text-[0.8125rem] leading-[1.6] text-danger">{required.text}</span>
              </div>
              <div
                className={`min-h-12 rounded-6 border bg-surface px-3.5 py-2 ${problem ? "border-danger" : "border-border-strong"} ${focused === field ? "outline-2 outline-offset-2 outline-focus" : ""}`}
              >
                <div
                  id={`${id}-${field}`}
                  ref={(node) => {
                    places.current[field] = node;
                  }}
                />
              </div>
              {problem && (
                <p role="alert" className="mt-2 text-[0.875rem] leading-[1.6] text-danger">
                  {problem}
                </p>
              )}
            </div>
          );
        })}
        <TextField
          ref={holder}
          className="sm:col-span-2"
          label={t`Name on card`}
          requirement={required}
          help={t`As printed on the card, for example HANAKO SEKI`}
          error={
            holderProblem === "missing"
              ? t`Please enter the name on the card`
              : holderProblem && t`Use the letters printed on the card, at most ${{ holderMost }}`
          }
          autoComplete="cc-name"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={holderMost}
        />
      </form>
    </div>
  );
}
