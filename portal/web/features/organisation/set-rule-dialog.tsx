import { useLingui } from "@lingui/react/macro";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { personName } from "@sekimori/kit-web/language/person-name";
import { Disclosure } from "@sekimori/kit-web/primitives/disclosure";
import { Radio, RadioGroup } from "@sekimori/kit-web/primitives/radio-group";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { type RulesPage, setRule } from "@sekimori/portal-contract/endpoints/organisation-rules";
import type { FactorStrength } from "@sekimori/portal-contract/endpoints/sign-in-rules";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";
import { toasts } from "../../app/toasts.ts";
import { strengthWords } from "./rule-words.ts";
import { keepRules, previewQuery } from "./rules-query.ts";

type Values = { strength: string; holdsFrom: string };

const strengths = ["any", "phishing-resistant"] as const;

interface SetRuleDialogProps {
  readonly page: RulesPage;
  readonly onClose: () => void;
}

/** What is asked for, whom it affects, and from when. */
export function SetRuleDialog({ page: { rules, days }, onClose }: SetRuleDialogProps) {
  const { t, i18n } = useLingui();
  const stepUp = useStepUp();
  const [chosen, setChosen] = useState<FactorStrength>(rules.at(-1)?.rule.strength ?? "any");
  const form = useForm<Values, { strength: FactorStrength; holdsFrom: string }>({
    defaultValues: { strength: chosen, holdsFrom: days.suggested },
    fields: {
      strength: { label: t`What members need` },
      holdsFrom: {
        label: t`From when`,
        help: t`From tomorrow at the earliest. We email the members it affects now, and again before that day.`,
      },
    },
    validator:
      async () =>
      ({ strength, holdsFrom }) => {
        const known = strengths.find((one) => one === strength);
        if (!known) return { issues: [{ name: "strength", code: "required" }] };
        if (!/^\d{4}-\d{2}-\d{2}$/.test(holdsFrom)) {
          return { issues: [{ name: "holdsFrom", code: "required" }] };
        }
        return { values: { strength: known, holdsFrom } };
      },
    async onSubmit({ strength, holdsFrom }) {
      const body = { rule: { kind: "second-factor", strength } as const, holdsFrom };
      keepRules(await stepUp.run(() => client.call(setRule, { body })));
      toasts.show({ tone: "success", title: t`Rule set` });
      onClose();
    },
    place: ({ type }) => {
      if (type === "RuleDayRefused") return "holdsFrom";
      return [
        "NotFound",
        "OrganisationNotIncluded",
        "BreakGlassMissing",
        "TooManyRequest",
      ].includes(type)
        ? "form"
        : undefined;
    },
  });
  const strength = form.control("strength");
  return (
    <>
      <FormDialog
        form={form}
        title={t`Require two-factor authentication`}
        submitLabel={t`Set the rule`}
        pendingLabel={t`Saving`}
        cancelLabel={t`Cancel`}
        onClose={onClose}
      >
        <RadioGroup {...form.texts("strength")}>
          {strengths.map((one) => (
            <Radio
              key={one}
              {...strength}
              onChange={(event) => {
                setChosen(one);
                return strength.onChange(event);
              }}
              value={one}
              label={i18n._(strengthWords[one])}
            />
          ))}
        </RadioGroup>
        <Preview strength={chosen} />
        <TextField
          {...form.field("holdsFrom")}
          type="date"
          min={days.first}
          max={days.last}
          characters={14}
        />
        <p className="text-muted">
          {t`From that day on, members who don't have it yet set it up when they log in, before anything else.`}
        </p>
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}

/** Whom the rule affects as things are. */
function Preview({ strength }: { readonly strength: FactorStrength }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(
    previewQuery({ kind: "second-factor", strength }),
    queryClient,
  );
  if (!data) return <QueryState error={error} onRetry={() => void refetch()} />;
  const { affected, members, people, elsewhere } = data;
  return (
    <div aria-live="polite">
      <p className="font-700">
        {affected === 0
          ? t`Everyone it applies to has it already.`
          : t`Members who don't have it yet: ${{ affected }} of ${{ members }}`}
      </p>
      {elsewhere > 0 && (
        <p className="text-muted">{t`Without a password, so not affected: ${{ elsewhere }}`}</p>
      )}
      {people.length > 0 && (
        <Disclosure className="mt-2" summary={t`Show who`}>
          <ul>
            {people.map(({ firstName, lastName, email }) => (
              <li key={email} className="py-1 wrap-anywhere">
                {personName(firstName, lastName, language.current())}{" "}
                <span className="text-muted">{email}</span>
              </li>
            ))}
          </ul>
          {affected > people.length && (
            <p className="text-muted">{t`And others: ${{ more: affected - people.length }}`}</p>
          )}
        </Disclosure>
      )}
    </div>
  );
}
