import { useLingui } from "@lingui/react/macro";
import { formatDay } from "@sekimori/kit-contract/dates";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { Button } from "@sekimori/kit-web/primitives/button";
import { UnavailableButton } from "@sekimori/kit-web/primitives/unavailable-button";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import type { RulesPage } from "@sekimori/portal-contract/endpoints/organisation-rules";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { language } from "../../app/language.ts";
import { EmergencyOwner } from "./emergency-owner.tsx";
import { LiftRuleDialog } from "./lift-rule-dialog.tsx";
import { strengthWords } from "./rule-words.ts";
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
        {t`What members of your organization need to log in with their password. Those who log in through a provider prove it there.`}
      </p>
      {data ? <Rules page={data} /> : <QueryState error={error} onRetry={() => void refetch()} />}
    </section>
  );
}

function Rules({ page }: { readonly page: RulesPage }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<"set" | "lift">();
  const { rules, breakGlass } = page;
  const isSet = rules.length > 0;
  const obstacle = !page.included
    ? t`Your plan doesn't include an organization now.`
    : breakGlass?.isReady
      ? undefined
      : t`Name an emergency owner first, with a passkey and recovery codes.`;
  const setLabel = isSet ? t`Change` : t`Set a rule`;
  return (
    <>
      <EmergencyOwner page={page} />
      <div className="mt-4 border-y border-border py-4">
        <h3 className="font-700">{t`Two-factor authentication`}</h3>
        {isSet ? (
          <Lines rules={rules} />
        ) : (
          <p className="mt-1 text-muted">{t`No rule. Members decide for themselves.`}</p>
        )}
        <div className="mt-4 flex flex-wrap gap-3">
          {obstacle === undefined ? (
            <Button onClick={() => setOpen("set")}>{setLabel}</Button>
          ) : (
            <UnavailableButton reason={obstacle}>{setLabel}</UnavailableButton>
          )}
          {isSet && <Button onClick={() => setOpen("lift")}>{t`Remove the rule`}</Button>}
        </div>
      </div>
      {open === "set" && <SetRuleDialog page={page} onClose={() => setOpen(undefined)} />}
      {open === "lift" && <LiftRuleDialog onClose={() => setOpen(undefined)} />}
    </>
  );
}

function Lines({ rules }: Pick<RulesPage, "rules">) {
  const { t, i18n } = useLingui();
  return (
    <ul className="mt-2 grid gap-2">
      {rules.map(({ rule, state, holdsFrom }) => {
        const day = formatDay(holdsFrom, language.current());
        return (
          <li key={state} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span>{i18n._(strengthWords[rule.strength])}</span>
            <Badge tone={state === "holds" ? "success" : "neutral"}>
              {state === "holds" ? t`In force since ${{ day }}` : t`From ${{ day }}`}
            </Badge>
          </li>
        );
      })}
    </ul>
  );
}
