import { useLingui } from "@lingui/react/macro";
import { addReportSchedule } from "@sekimori/karte-contract/endpoints/reports";
import { type ReportForm, reportForms } from "@sekimori/karte-contract/words";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Checkbox } from "@sekimori/kit-web/primitives/checkbox";
import { FieldError } from "@sekimori/kit-web/primitives/field-error";
import { Select } from "@sekimori/kit-web/primitives/select";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { useQuery } from "@tanstack/react-query";
import { client } from "../../app/client.ts";
import { useSession } from "../../app/session/session-query.ts";
import { colleaguesQuery } from "../../app/session/workspace-queries.ts";
import { LanguageSelect } from "../../app/words/language-select.tsx";
import { formWords } from "./report-words.ts";
import { ScopeSelect, useScopeHelp } from "./scope-select.tsx";

type Values = { scope: string; form: string; language: string; recipients: string };
type Output = {
  scope: { kind: "all" } | { kind: "group" | "view"; id: string };
  form: ReportForm;
  language: "ja" | "en";
  recipients: string[];
};

/** Has a report made on every 1st. */
export function ScheduleDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, i18n } = useLingui();
  const me = useSession().data?.person.id ?? "";
  const { data } = useQuery(colleaguesQuery, queryClient);
  const scopeHelp = useScopeHelp();
  const form = useForm<Values, Output>({
    defaultValues: {
      scope: "all",
      form: "pdf",
      language: i18n.locale === "en" ? "en" : "ja",
      recipients: me,
    },
    fields: {
      scope: { label: t`Scope`, ...scopeHelp },
      form: { label: t`Format` },
      language: { label: t`Language` },
      recipients: {
        label: t`Email to`,
        sentence: ({ code }) =>
          code === "required" || code === "too_short"
            ? t`Choose at least one person.`
            : t`Someone here doesn't have access to what the report covers.`,
      },
    },
    validator: async () => schemaValidator((await import("./schemas.ts")).scheduleFormSchema),
    place: (error) => (error.type === "PlanLimit" ? "form" : undefined),
    async onSubmit(body) {
      await client.call(addReportSchedule, { body });
      await queryClient.invalidateQueries({ queryKey: ["report-schedules"] });
      onClose();
    },
  });
  const chosen = String(form.watch("recipients")).split(",").filter(Boolean);
  const { label, error } = form.texts("recipients");
  return (
    <FormDialog
      form={form}
      title={t`Add a monthly report`}
      submitLabel={t`Add`}
      pendingLabel={t`Saving`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      <ScopeSelect {...form.field("scope")} />
      <Select {...form.field("form")}>
        {reportForms.map((one) => (
          <option key={one} value={one}>
            {i18n._(formWords[one])}
          </option>
        ))}
      </Select>
      <LanguageSelect {...form.field("language")} />
      <fieldset>
        <legend className="mb-2 font-700">{label}</legend>
        <div className="grid gap-2">
          {data?.people.map(({ id, name, email }) => (
            <Checkbox
              key={id}
              label={name || email}
              checked={chosen.includes(id)}
              onChange={({ currentTarget: { checked } }) => {
                const others = chosen.filter((one) => one !== id);
                form.set("recipients", (checked ? [...others, id] : others).join(","));
              }}
            />
          ))}
        </div>
        {error && <FieldError id={`${form.idOf("recipients")}-error`}>{error}</FieldError>}
      </fieldset>
    </FormDialog>
  );
}
