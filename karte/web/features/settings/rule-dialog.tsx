import { useLingui } from "@lingui/react/macro";
import { expiryNoticeDaysMost } from "@sekimori/karte-contract/constants";
import {
  type AlertRuleView,
  addAlertRule,
  changeAlertRule,
} from "@sekimori/karte-contract/endpoints/alerts";
import { type AlertKind, alertKinds } from "@sekimori/karte-contract/words";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useEditForm } from "@sekimori/kit-web/form/use-edit-form";
import { Checkbox } from "@sekimori/kit-web/primitives/checkbox";
import { Select } from "@sekimori/kit-web/primitives/select";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { client } from "../../app/client.ts";
import { useSession } from "../../app/session/session-query.ts";
import { alertWords } from "../../app/words/alert-words.ts";
import { asKept, useRuleNames, type Values, viewsFor } from "./rule-values.ts";
import { rulesQuery } from "./settings-queries.ts";
import { TickList } from "./tick-list.tsx";

type Output = {
  kind: AlertKind;
  severity: "critical" | "high";
  days: number;
  group: string | null;
  view: string;
  mail: boolean;
  bell: boolean;
  webhook: boolean;
  recipients: string[];
};

/** A rule as a save names what it was; `asStored` of the server compares it. */
const readOf = ({ id: _, group, recipients, ...rule }: AlertRuleView) => ({
  ...rule,
  group: group?.id ?? null,
  recipients: recipients.map(({ id }) => id),
});

interface RuleDialogProps {
  /** Undefined: a new one. */
  readonly rule: AlertRuleView | undefined;
  readonly onClose: () => void;
}

/** Says of what whom is told, and how. */
export function RuleDialog({ rule, onClose }: RuleDialogProps) {
  const { t, i18n } = useLingui();
  const session = useSession().data;
  const plan = session?.workspace?.plan;
  const { people, groups, kept, shown } = useRuleNames();
  const form = useEditForm<Values, Output, AlertRuleView | undefined>({
    record: rule,
    async reread() {
      const { rules } = await queryClient.fetchQuery({ ...rulesQuery, staleTime: 0 });
      return rules.find(({ id }) => id === rule?.id);
    },
    valuesOf: (now) => ({
      kind: now?.kind ?? "finding.new",
      severity: now?.severity ?? "high",
      days: String(now?.days ?? 30),
      group: now?.group?.id ?? "",
      view: now?.view ? asKept(now.view) : "",
      mail: now?.mail ?? plan?.alerts ?? false,
      bell: now?.bell ?? true,
      webhook: now?.webhook ?? false,
      recipients: now?.recipients.map(({ id }) => id).join(",") ?? session?.person.id ?? "",
    }),
    shown,
    fields: {
      kind: { label: t`Alert type` },
      severity: { label: t({ message: "Severity", context: "limit of a rule" }) },
      days: {
        label: t`Days before expiry`,
        sentence: () => t`Enter a number from 1 to ${{ expiryNoticeDaysMost }}.`,
      },
      group: { label: t({ message: "Domains", context: "limit of a rule" }) },
      view: {
        label: t`Saved view`,
        help: t`You only get alerts about what this view shows. Later changes to the view don't affect the rule.`,
      },
      mail: {
        label: t`By email, up to one an hour`,
        sentence: () => t`Choose at least one way to notify.`,
      },
      bell: { label: t`In the app` },
      webhook: { label: t`By webhook` },
      recipients: {
        label: t`Recipients of emails and app alerts`,
        sentence: () => t`Choose at least one person.`,
      },
    },
    validator: async () => schemaValidator((await import("./schemas.ts")).ruleFormSchema),
    place: (error) => (error.type === "PlanLimit" ? "form" : undefined),
    async save({ severity, days, view, ...values }, was) {
      const body = {
        ...values,
        view: viewsFor(values.kind, was?.view, kept?.views).get(view) ?? null,
        severity: values.kind === "finding.new" ? severity : null,
        days: values.kind === "certificate.ends" ? days : null,
      };
      if (was) {
        const changed = { ...body, was: readOf(was) };
        await client.call(changeAlertRule, { params: { id: was.id }, body: changed });
      } else await client.call(addAlertRule, { body });
      await queryClient.invalidateQueries({ queryKey: ["alert-rules"] });
      onClose();
    },
  });
  const kind = form.watch("kind");
  const views = [...viewsFor(String(kind), form.was?.view, kept?.views)];
  const recipients = form.texts("recipients");
  const tick = (name: "mail" | "bell" | "webhook", disabled = false) => {
    const { label, error } = form.texts(name);
    return (
      <Checkbox
        {...form.control(name)}
        id={form.idOf(name)}
        label={label}
        error={error}
        disabled={disabled}
      />
    );
  };
  return (
    <FormDialog
      form={form}
      title={rule ? t`Change the rule` : t`Add a rule`}
      submitLabel={t`Save`}
      pendingLabel={t`Saving`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      <Select {...form.field("kind")}>
        {alertKinds.map((one) => (
          <option key={one} value={one}>
            {i18n._(alertWords[one])}
          </option>
        ))}
      </Select>
      <div className={kind === "finding.new" ? undefined : "hidden"}>
        <Select {...form.field("severity")}>
          <option value="critical">{t`Critical only`}</option>
          <option value="high">{t`High and critical`}</option>
        </Select>
      </div>
      <div className={kind === "certificate.ends" ? undefined : "hidden"}>
        <TextField {...form.field("days")} inputMode="numeric" characters={4} />
      </div>
      <Select {...form.field("group")}>
        <option value="">{t`All domains`}</option>
        {groups?.groups.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <div className={views.length === 0 ? "hidden" : undefined}>
        <Select {...form.field("view")}>
          <option value="">{t`None`}</option>
          {views.map(([value, { list, name }]) => (
            <option key={value} value={value}>
              {list === "domains" ? t`Domains: ${{ name }}` : t`Findings: ${{ name }}`}
            </option>
          ))}
        </Select>
      </div>
      <fieldset>
        <legend className="mb-2 font-700">{t`Notify by`}</legend>
        <div className="grid gap-2">
          {tick("bell")}
          {tick("mail", plan?.alerts === false)}
          {tick("webhook", plan?.webhooks === false)}
        </div>
      </fieldset>
      <TickList
        label={recipients.label}
        error={recipients.error}
        id={form.idOf("recipients")}
        choices={(people?.people ?? []).map(({ id, name, email }) => ({ id, name: name || email }))}
        value={String(form.watch("recipients"))}
        onChange={(value) => form.set("recipients", value)}
      />
    </FormDialog>
  );
}
