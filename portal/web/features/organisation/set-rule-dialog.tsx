import "./network-sentences.ts";
import { useLingui } from "@lingui/react/macro";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Radio, RadioGroup } from "@sekimori/kit-web/primitives/radio-group";
import { Select } from "@sekimori/kit-web/primitives/select";
import { TextArea } from "@sekimori/kit-web/primitives/text-area";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { ruleSessionHoursMost } from "@sekimori/portal-contract/constants";
import { type RulesPage, setRule } from "@sekimori/portal-contract/endpoints/organisation-rules";
import type { RuleKind, SignInRule } from "@sekimori/portal-contract/endpoints/sign-in-rules";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";
import { toasts } from "../../app/toasts.ts";
import type { TypedRule } from "./rule-fields.ts";
import { RulePreview } from "./rule-preview.tsx";
import { hoursWords, kindWords, strengths, strengthWords } from "./rule-words.ts";
import { keepRules } from "./rules-query.ts";

type Values = { strength: string; networks: string; hours: string; holdsFrom: string };

const hoursSuggested = 4;
const hoursOffered = Array.from({ length: ruleSessionHoursMost }, (_, index) => index + 1);

const loadFields = () => import("./rule-fields.ts");

interface SetRuleDialogProps {
  readonly kind: RuleKind;
  readonly page: RulesPage;
  readonly onClose: () => void;
}

const formErrors: ReadonlySet<string> = new Set([
  "NotFound",
  "OrganisationNotIncluded",
  "BreakGlassMissing",
  "TooManyRequest",
]);

/** What the form begins with: the rule that is there, the newest of its kind. */
function firstOf(kind: RuleKind, { rules, ipAddress }: RulesPage): SignInRule {
  const rule = rules.findLast((one) => one.rule.kind === kind)?.rule;
  if (rule) return rule;
  if (kind === "second-factor") return { kind, strength: "any" };
  if (kind === "session-length") return { kind, hours: hoursSuggested };
  return kind === "networks" ? { kind, networks: [ipAddress] } : { kind };
}

const typedOf = (rule: SignInRule): TypedRule => ({
  strength: rule.kind === "second-factor" ? rule.strength : "",
  networks: rule.kind === "networks" ? rule.networks.join("\n") : "",
  hours: rule.kind === "session-length" ? String(rule.hours) : "",
});

/** What is asked for, whom it affects, and from when. */
export function SetRuleDialog({ kind, page, onClose }: SetRuleDialogProps) {
  const { t, i18n } = useLingui();
  const stepUp = useStepUp();
  const { days, ipAddress } = page;
  const [first] = useState(() => firstOf(kind, page));
  const [shown, setShown] = useState(first);
  const form = useForm<Values, { rule: SignInRule; holdsFrom: string }>({
    defaultValues: { ...typedOf(first), holdsFrom: days.suggested },
    fields: {
      strength: { label: t`What members need` },
      networks: {
        label: t`Networks`,
        help: t`One for each line, like 203.0.113.7 or 203.0.113.0/24. You're at ${{ ipAddress }} now.`,
      },
      hours: { label: t`A login lasts` },
      holdsFrom: {
        label: t`From when`,
        help: t`From tomorrow at the earliest. We email the members it affects now, and again before that day.`,
      },
    },
    async validator() {
      const { readRule } = await loadFields();
      return ({ holdsFrom, ...typed }) => {
        const read = readRule(kind, typed);
        if ("issue" in read) return { issues: [read.issue] };
        if (!/^\d{4}-\d{2}-\d{2}$/.test(holdsFrom)) {
          return { issues: [{ name: "holdsFrom", code: "required" }] };
        }
        return { values: { rule: read.rule, holdsFrom } };
      };
    },
    async onSubmit(body) {
      keepRules(await stepUp.run(() => client.call(setRule, { body })));
      toasts.show({ tone: "success", title: t`Rule set` });
      onClose();
    },
    place: ({ type }) => {
      if (type === "RuleDayRefused") return "holdsFrom";
      if (type === "OwnNetworkMissing") return "networks";
      return formErrors.has(type) ? "form" : undefined;
    },
  });
  /** Whom the rule as it is typed now affects; what cannot be read yet changes nothing. */
  async function preview(change: Partial<TypedRule>) {
    const { readRule } = await loadFields();
    const read = readRule(kind, { ...form.values(), ...change });
    if ("rule" in read) setShown(read.rule);
  }
  const words = kindWords[kind];
  const strength = form.control("strength");
  const networks = form.field("networks");
  return (
    <>
      <FormDialog
        form={form}
        title={i18n._(words.dialogTitle)}
        submitLabel={t`Set the rule`}
        pendingLabel={t`Saving`}
        cancelLabel={t`Cancel`}
        onClose={onClose}
      >
        {kind === "second-factor" && (
          <RadioGroup {...form.texts("strength")}>
            {strengths.map((one) => (
              <Radio
                key={one}
                {...strength}
                onChange={(event) => {
                  void preview({ strength: one });
                  return strength.onChange(event);
                }}
                value={one}
                label={i18n._(strengthWords[one])}
              />
            ))}
          </RadioGroup>
        )}
        {kind === "networks" && (
          <TextArea
            {...networks}
            onBlur={(event) => {
              void preview({ networks: event.currentTarget.value });
              return networks.onBlur(event);
            }}
            rows={3}
            spellCheck={false}
          />
        )}
        {kind === "session-length" && (
          <Select {...form.field("hours")}>
            {hoursOffered.map((hours) => (
              <option key={hours} value={hours}>
                {i18n._(hoursWords(hours))}
              </option>
            ))}
          </Select>
        )}
        <RulePreview rule={shown} />
        <TextField
          {...form.field("holdsFrom")}
          type="date"
          min={days.first}
          max={days.last}
          characters={14}
        />
        <p className="text-muted">{i18n._(words.after)}</p>
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}
