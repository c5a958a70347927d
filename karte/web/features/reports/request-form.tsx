import { useLingui } from "@lingui/react/macro";
import { requestReport } from "@sekimori/karte-contract/endpoints/reports";
import type { reportRequestSchema } from "@sekimori/karte-contract/report-request";
import { reportForms } from "@sekimori/karte-contract/words";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { serverClock } from "@sekimori/kit-web/clock/server-clock";
import { FormSummary } from "@sekimori/kit-web/form/form-summary";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Select } from "@sekimori/kit-web/primitives/select";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { z } from "zod";
import { client } from "../../app/client.ts";
import { toasts } from "../../app/toasts.ts";
import { LanguageSelect } from "../../app/words/language-select.tsx";
import { daysOf, type PeriodChoice, periodChoices } from "./periods.ts";
import { domainNameQuery } from "./report-queries.ts";
import { formWords, periodWords } from "./report-words.ts";
import { ScopeSelect, useScopeHelp } from "./scope-select.tsx";

type Values = { scope: string; form: string; language: string; from: string; to: string };
type Output = z.output<typeof reportRequestSchema>;

interface RequestFormProps {
  /** The domain whose page led here. */
  readonly domainId: string | null;
  /** The saved view whose entry led here. */
  readonly viewId: string | null;
}

function scopeAtFirst({ domainId, viewId }: RequestFormProps): string {
  if (domainId !== null) return `domain:${domainId}`;
  return viewId === null ? "all" : `view:${viewId}`;
}

/** Asks for a report. */
export function RequestForm({ domainId, viewId }: RequestFormProps) {
  const { t, i18n } = useLingui();
  const [period, setPeriod] = useState<PeriodChoice>("last-30");
  const scopeHelp = useScopeHelp();
  const { data: domain } = useQuery(domainNameQuery(domainId), queryClient);
  const form = useForm<Values, Output>({
    defaultValues: {
      scope: scopeAtFirst({ domainId, viewId }),
      form: "pdf",
      language: i18n.locale === "en" ? "en" : "ja",
      ...daysOf("last-30", new Date(serverClock.now())),
    },
    fields: {
      scope: {
        label: t`Scope`,
        ...scopeHelp,
        sentence: () => t`This is no longer available. Choose another scope.`,
      },
      from: {
        label: t({ message: "From", context: "first day" }),
        sentence: ({ code }) =>
          code === "too_long" ? t`Choose a period of up to one year.` : undefined,
      },
      to: {
        label: t({ message: "To", context: "last day" }),
        sentence: ({ code }) =>
          code === "invalid" ? t`The end date is before the start date.` : undefined,
      },
      form: { label: t`Format` },
      language: { label: t`Language` },
    },
    validator: async () => schemaValidator((await import("./schemas.ts")).requestFormSchema),
    place: ({ type }) =>
      type === "NotFound" ? "scope" : type === "TooManyWaiting" ? "form" : undefined,
    async onSubmit(body) {
      await client.call(requestReport, { body });
      toasts.show({
        tone: "success",
        title: t`We're creating your report`,
        text: t`We'll email you when it's ready.`,
      });
      await queryClient.invalidateQueries({ queryKey: ["reports"] });
    },
  });

  function choose(choice: PeriodChoice) {
    setPeriod(choice);
    if (choice === "other") return;
    const { from, to } = daysOf(choice, new Date(serverClock.now()));
    form.set("from", from);
    form.set("to", to);
  }

  return (
    <form {...form.props} className="grid max-w-[44rem] gap-6">
      <FormSummary form={form} />
      <ScopeSelect
        {...form.field("scope")}
        viewId={viewId}
        more={
          domainId !== null && (
            <option value={`domain:${domainId}`}>
              {t`Domain: ${{ name: domain?.name.unicode ?? "…" }}`}
            </option>
          )
        }
      />
      <Select
        label={t`Period`}
        value={period}
        onChange={({ currentTarget: { value } }) => {
          const choice = periodChoices.find((one) => one === value);
          if (choice) choose(choice);
        }}
      >
        {periodChoices.map((choice) => (
          <option key={choice} value={choice}>
            {i18n._(periodWords[choice])}
          </option>
        ))}
      </Select>
      <div className={period === "other" ? "grid gap-6 sm:grid-cols-2" : "hidden"}>
        <TextField {...form.field("from")} type="date" />
        <TextField {...form.field("to")} type="date" />
      </div>
      <div className="grid gap-6 sm:grid-cols-2">
        <Select {...form.field("form")}>
          {reportForms.map((one) => (
            <option key={one} value={one}>
              {i18n._(formWords[one])}
            </option>
          ))}
        </Select>
        <LanguageSelect {...form.field("language")} />
      </div>
      <div>
        <Button type="submit" variant="primary" pending={form.busy} pendingLabel={t`Sending`}>
          {t`Create report`}
        </Button>
      </div>
    </form>
  );
}
