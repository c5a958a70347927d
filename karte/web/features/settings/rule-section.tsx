import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type AlertRuleView, removeAlertRule } from "@sekimori/karte-contract/endpoints/alerts";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { Section } from "../../app/shell/section.tsx";
import { alertWords } from "../../app/words/alert-words.ts";
import { RuleDialog } from "./rule-dialog.tsx";
import { rulesQuery } from "./settings-queries.ts";

type Open = { readonly rule: AlertRuleView | undefined };

/** Rules of alerts. */
export function RuleSection() {
  const { t } = useLingui();
  const [open, setOpen] = useState<Open>();
  const { data, error, refetch } = useQuery(rulesQuery, queryClient);
  return (
    <Section
      title={t`Alert rules`}
      description={t`Everyone gets the serious alerts without a rule and turns them off on the Alerts page. A rule adds to these. It ignores what happened before it was added.`}
      actions={<Button onClick={() => setOpen({ rule: undefined })}>{t`Add a rule`}</Button>}
    >
      {!data && <QueryState error={error} onRetry={() => void refetch()} />}
      {data?.rules.length === 0 && (
        <p className="text-muted">{t`No rules yet: everyone gets the serious alerts only.`}</p>
      )}
      {data && data.rules.length > 0 && (
        <RuleTable rules={data.rules} onChange={(rule) => setOpen({ rule })} />
      )}
      {open && <RuleDialog rule={open.rule} onClose={() => setOpen(undefined)} />}
    </Section>
  );
}

interface RuleTableProps {
  readonly rules: readonly AlertRuleView[];
  readonly onChange: (rule: AlertRuleView) => void;
}

function RuleTable({ rules, onChange }: RuleTableProps) {
  const { t, i18n } = useLingui();

  async function remove(id: string) {
    try {
      await client.call(removeAlertRule, { params: { id } });
    } catch (failure) {
      reportError(failure);
    }
    await queryClient.invalidateQueries({ queryKey: ["alert-rules"] });
  }

  const more = ({ severity, days }: AlertRuleView) => {
    if (severity !== null) return severity === "critical" ? t`Critical only` : t`High and critical`;
    return days === null ? "" : t`${plural(days, { one: "# day", other: "# days" })} before`;
  };
  return (
    <Table label={t`Alert rules`}>
      <thead>
        <tr>
          <ColumnHeader>{t`Alert type`}</ColumnHeader>
          <ColumnHeader>{t`Domains`}</ColumnHeader>
          <ColumnHeader>{t`Notify by`}</ColumnHeader>
          <ColumnHeader>{t`Recipients`}</ColumnHeader>
          <ColumnHeader>{t`Change`}</ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {rules.map((rule) => {
          const kind = i18n._(alertWords[rule.kind]);
          const ways = [
            rule.bell ? t`In the app` : "",
            rule.mail ? t`Email` : "",
            rule.webhook ? t`Webhook` : "",
          ];
          return (
            <Row key={rule.id}>
              <RowHeader>
                {kind}
                <span className="block text-[0.875rem] font-400 text-muted">{more(rule)}</span>
              </RowHeader>
              <Cell>
                <bdi>{rule.group?.name ?? t`All domains`}</bdi>
                {rule.view && (
                  <span className="block text-[0.875rem] text-muted">
                    {t`View: ${{ name: rule.view.name }}`}
                  </span>
                )}
              </Cell>
              <Cell>{ways.filter(Boolean).join(", ")}</Cell>
              <Cell>
                {rule.recipients.map(({ name, email }) => name || email).join(", ") || "–"}
              </Cell>
              <Cell>
                <div className="flex flex-wrap gap-2">
                  <Button
                    size="small"
                    aria-label={t`Change the rule: ${{ kind }}`}
                    onClick={() => onChange(rule)}
                  >
                    {t`Change`}
                  </Button>
                  <Button
                    size="small"
                    aria-label={t`Remove the rule: ${{ kind }}`}
                    onClick={() => void remove(rule.id)}
                  >
                    {t`Remove`}
                  </Button>
                </div>
              </Cell>
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}
