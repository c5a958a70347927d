import { useMemo, useState } from "react";
import { ApiError } from "../client/api-error.ts";
import { type FormSentences, FormSentencesProvider } from "../form/form-sentences.ts";
import { FormSummary } from "../form/form-summary.tsx";
import type { Validator } from "../form/schema-validator.ts";
import { useForm } from "../form/use-form.ts";
import { Button } from "../primitives/button.tsx";
import { Checkbox } from "../primitives/checkbox.tsx";
import { PasswordField } from "../primitives/password-field.tsx";
import { TextField } from "../primitives/text-field.tsx";
import { type FormTexts, formTexts } from "./form-texts.ts";
import { Section } from "./section.tsx";
import type { Language } from "./texts.ts";

type Values = { email: string; number: string; password: string; agreed: boolean };

/** Every field must have something in it; the number must be digits. */
const validate: Validator<Values, Values> = (values) => {
  const issues = Object.entries(values).flatMap(([name, value]) => {
    if (value === "") return [{ name, code: "required" }];
    if (value === false) return [{ name, code: "not_accepted" }];
    return name === "number" && !/^\d+$/.test(String(value)) ? [{ name, code: "invalid" }] : [];
  });
  return issues.length > 0 ? { issues } : { values };
};

/** Addresses that fail, each in its own way. */
const failures: Readonly<Record<string, ApiError>> = {
  "taken@example.jp": new ApiError({
    type: "InvalidInput",
    status: 400,
    message: "",
    fields: [{ path: "account.email", code: "invalid" }],
  }),
  "closed@example.jp": new ApiError({
    type: "Closed",
    status: 503,
    message: "",
    requestId: "req-1",
  }),
  "lost@example.jp": new ApiError({ type: "Network", status: 0, message: "" }),
};

/** As long as a server might take, so that a double click finds the first submit under way. */
const answerMs = 150;

async function send({ email }: Values): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, answerMs));
  const failure = failures[email];
  if (failure) throw failure;
}

/** The form kit at work. */
export function FormSection({ language }: { language: Language }) {
  const t = formTexts[language];
  const [reported, setReported] = useState("");
  const sentences = useMemo<FormSentences>(
    () => ({
      required: t.required,
      optional: t.optional,
      issue: ({ code }, label) => t.issue(code, label),
      error: () => t.closed,
      reference: t.reference,
      wait: (clock) => clock ?? "",
      summaryTitle: t.problems,
      report: (error) => setReported(error instanceof ApiError ? error.type : "other"),
    }),
    [t],
  );
  return (
    <Section id="form" title={t.title}>
      <FormSentencesProvider value={sentences}>
        <SampleForm t={t} />
      </FormSentencesProvider>
      <output className="sr-only" data-testid="reported">
        {reported}
      </output>
    </Section>
  );
}

function SampleForm({ t }: { t: FormTexts }) {
  const [sent, setSent] = useState<readonly string[]>([]);
  const form = useForm<Values, Values>({
    defaultValues: { email: "", number: "", password: "", agreed: false },
    fields: {
      email: { label: t.email, requirement: "required" },
      number: { label: t.number, requirement: "required", digits: true },
      password: { label: t.password, requirement: "required" },
      agreed: { label: t.agree },
    },
    validator: async () => validate,
    place: ({ type }) => (type === "Closed" ? "form" : undefined),
    async onSubmit(values) {
      await send(values);
      setSent((before) => [...before, values.number]);
    },
  });
  return (
    <form {...form.props} aria-label={t.title} className="flex max-w-[30rem] flex-col gap-6">
      <FormSummary form={form} />
      <TextField {...form.field("email")} type="email" />
      <TextField {...form.field("number")} inputMode="numeric" />
      <PasswordField
        {...form.field("password")}
        showLabel={t.show}
        hideLabel={t.hide}
        autoComplete="new-password"
      />
      <Checkbox
        {...form.control("agreed")}
        id={form.idOf("agreed")}
        label={t.agree}
        error={form.texts("agreed").error}
        mandatory
      />
      <Button type="submit" variant="primary" pending={form.busy} pendingLabel={t.sending}>
        {t.send}
      </Button>
      <output className="sr-only" data-testid="sent">
        {sent.join(",")}
      </output>
    </form>
  );
}
