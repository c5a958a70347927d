import { useLingui } from "@lingui/react/macro";
import { formatDay } from "@sekimori/kit-contract/dates";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { Button } from "@sekimori/kit-web/primitives/button";
import { UnavailableButton } from "@sekimori/kit-web/primitives/unavailable-button";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import type { RulesPage } from "@sekimori/portal-contract/endpoints/organisation-rules";
import type { RuleKind } from "@sekimori/portal-contract/endpoints/sign-in-rules";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { language } from "../../app/language.ts";
import { EmergencyOwner } from "./emergency-owner.tsx";
import { LiftRuleDialog } from "./lift-rule-dialog.tsx";
import { hoursWords, kindWords, ruleKinds, strengthWords } from "./rule-words.ts";
import { rulesQuery } from "./rules-query.ts";
import { SetRuleDialog } from "./set-rule-dialog.tsx";

/** What the organisation asks of its members' logins, and whom none of it keeps out. */
export function RulesSection() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(rulesQuery, queryClient);
  return (
    <section className="mb-12">
      <h2 className="scroll-mt-40 text-std-20B-150">{t`Login rules`}</h2>
      <p className="mt-1 text-muted">
        {t`What members of your organization need to log in. Those who use single sign-on verify their second factor with your identity provider.`}
      </p>
      {data ? <Rules page={data} /> : <QueryState error={error} onRetry={() => void refetch()} />}
    </section>
  );
}

function Rules({ page }: { readonly page: RulesPage }) {
  return (
    <>
      <EmergencyOwner page={page} />
      <div className="mt-4 divide-y divide-border border-y border-border">
        {ruleKinds.map((kind) => (
          <Rule key={kind} kind={kind} page={page} />
        ))}
      </div>
    </>
  );
}

interface RuleProps {
  readonly kind: RuleKind;
  readonly page: RulesPage;
}

/** The rules of one kind: the one that holds, the one to come, or none. */
function Rule({ kind, page }: RuleProps) {
  const { t, i18n } = useLingui();
  const [open, setOpen] = useState<"set" | "lift">();
  const rules = page.rules.filter(({ rule }) => rule.kind === kind);
  const isSet = rules.length > 0;
  const words = kindWords[kind];
  const title = i18n._(words.title);
  const obstacle = !page.included
    ? t`Your plan doesn't include an organization now.`
    : page.breakGlass?.isReady
      ? undefined
      : t`Name an emergency owner first, with a passkey and recovery codes.`;
  const setLabel = isSet ? t`Change` : t`Set a rule`;
  // Told apart by what they are about, for who hears them one by one.
  const of = (label: string) => `${label}: ${title}`;
  return (
    <div className="py-4">
      <h3 className="font-700">{title}</h3>
      {isSet ? <Lines rules={rules} /> : <p className="mt-1 text-muted">{i18n._(words.none)}</p>}
      <div className="mt-4 flex flex-wrap gap-3">
        {obstacle === undefined ? (
          <Button aria-label={of(setLabel)} onClick={() => setOpen("set")}>
            {setLabel}
          </Button>
        ) : (
          <UnavailableButton aria-label={of(setLabel)} reason={obstacle}>
            {setLabel}
          </UnavailableButton>
        )}
        {isSet && (
          <Button aria-label={of(t`Remove the rule`)} onClick={() => setOpen("lift")}>
            {t`Remove the rule`}
          </Button>
        )}
      </div>
      {open === "set" && (
        <SetRuleDialog kind={kind} page={page} onClose={() => setOpen(undefined)} />
      )}
      {open === "lift" && <LiftRuleDialog kind={kind} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

function Lines({ rules }: Pick<RulesPage, "rules">) {
  const { t, i18n } = useLingui();
  const whatOf = ({ rule }: RulesPage["rules"][number]) => {
    if (rule.kind === "second-factor") return i18n._(strengthWords[rule.strength]);
    if (rule.kind === "session-length") return i18n._(hoursWords(rule.hours));
    return rule.kind === "networks" ? rule.networks.join(", ") : t`Not allowed`;
  };
  return (
    <ul className="mt-2 grid gap-2">
      {rules.map((one) => {
        const day = formatDay(one.holdsFrom, language.current());
        return (
          <li key={one.state} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="wrap-anywhere">{whatOf(one)}</span>
            <Badge tone={one.state === "holds" ? "success" : "neutral"}>
              {one.state === "holds" ? t`In force since ${{ day }}` : t`From ${{ day }}`}
            </Badge>
          </li>
        );
      })}
    </ul>
  );
}
