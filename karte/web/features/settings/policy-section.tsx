import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import {
  orderPolicies,
  type PolicyView,
  removePolicy,
  switchPolicy,
} from "@sekimori/karte-contract/endpoints/policies";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { Button } from "@sekimori/kit-web/primitives/button";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Menu } from "@sekimori/kit-web/primitives/menu";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { Link } from "@sekimori/kit-web/routing/link";
import { useNavigate, useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { fetchedDialog } from "@sekimori/kit-web/shell/fetched-dialog";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { reportedAct } from "../../app/session/reported-act.ts";
import { useSession } from "../../app/session/session-query.ts";
import { ConfirmDialog } from "../../app/shell/confirm-dialog.tsx";
import { Section } from "../../app/shell/section.tsx";
import { Moment } from "../../app/words/moment.tsx";
import { usePolicyActs } from "./policy-acts.ts";
import type { PolicyDraft } from "./policy-values.ts";
import { presentMatches } from "./present-matches.ts";
import { policiesQuery } from "./settings-queries.ts";

const editDialog = fetchedDialog(async () => (await import("./policy-dialog.tsx")).PolicyDialog);
const trialDialog = fetchedDialog(
  async () => (await import("./policy-trial-dialog.tsx")).PolicyTrialDialog,
);

type Open = { readonly policy: PolicyView | undefined; readonly draft?: PolicyDraft | undefined };

/** A policy that the address asks for, with the query of a list. */
function draftIn(address: URLSearchParams): Open | undefined {
  const query = address.get("policy");
  return query
    ? { policy: undefined, draft: { query, name: address.get("name") ?? "" } }
    : undefined;
}

/** What is done by itself with what scans bring. */
export function PolicySection() {
  const { t } = useLingui();
  const [address, setAddress] = useSearchParams();
  const [open, setOpen] = useState(() => draftIn(address));
  const [tried, setTried] = useState<PolicyView>();
  const [removing, setRemoving] = useState<PolicyView>();
  const hasPlan = useSession().data?.workspace?.plan.policies ?? false;
  const { data, error, refetch } = useQuery(policiesQuery, queryClient);
  const policies = data?.policies ?? [];

  return (
    <Section
      title={t`Policies`}
      description={
        hasPlan
          ? t`When a scan finds something new that matches the conditions, the policy acts on it. If several policies match, the first decides severity and assignee, and every one adds its label. Policies don't act on what was found before.`
          : t`Policies are part of the detailed diagnosis plan.`
      }
      actions={
        hasPlan && <Button onClick={() => setOpen({ policy: undefined })}>{t`Add a policy`}</Button>
      }
    >
      {!data && <QueryState error={error} onRetry={() => void refetch()} />}
      {data && policies.length === 0 && <p className="text-muted">{t`No policies yet.`}</p>}
      {policies.length > 0 && (
        <PolicyTable
          policies={policies}
          hasPlan={hasPlan}
          onTry={setTried}
          onChange={(policy) => setOpen({ policy })}
          onRemove={setRemoving}
        />
      )}
      {open && (
        <editDialog.Dialog
          policy={open.policy}
          draft={open.draft}
          onClose={() => {
            setOpen(undefined);
            if (open.draft) void setAddress({}, { replace: true, animated: false });
          }}
        />
      )}
      {tried && <trialDialog.Dialog policy={tried} onClose={() => setTried(undefined)} />}
      {removing && (
        <ConfirmDialog
          title={t`Remove “${{ name: removing.name }}”?`}
          confirmLabel={t`Remove`}
          danger
          onConfirm={async () => {
            const params = { id: removing.id };
            const isDone = await reportedAct(() => client.call(removePolicy, { params }));
            if (isDone) setRemoving(undefined);
          }}
          onClose={() => setRemoving(undefined)}
        >
          <p>{t`Labels, assignees and tickets stay. Severities go back to what the checks say.`}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

function Held({ query, text }: { readonly query: string; readonly text: string }) {
  // The language of queries weighs more than this page, which seldom asks it.
  const { data: isAskable = false } = useQuery(
    {
      queryKey: ["askable-query", query],
      queryFn: async () => {
        const { problemIn } = await import("@sekimori/karte-contract/query/parse");
        return problemIn(query) === undefined;
      },
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  );
  if (!isAskable) return <span className="block text-[0.875rem] text-muted">{text}</span>;
  return (
    <Link
      to={`${pagePaths.inventoryResult}?${new URLSearchParams({ query })}`}
      className={`block text-[0.875rem] ${linkClass}`}
    >
      {text}
    </Link>
  );
}

interface PolicyTableProps {
  readonly policies: readonly PolicyView[];
  /** Without it none acts, whatever is on. */
  readonly hasPlan: boolean;
  readonly onTry: (policy: PolicyView) => void;
  readonly onChange: (policy: PolicyView) => void;
  readonly onRemove: (policy: PolicyView) => void;
}

function PolicyTable({ policies, hasPlan, onTry, onChange, onRemove }: PolicyTableProps) {
  const { t, i18n } = useLingui();
  const actsOf = usePolicyActs();
  const navigate = useNavigate();
  const missingText = {
    owner: t`The assignee isn't a member or is suspended.`,
    people: t`Some people to notify aren't members or are suspended.`,
    ticket: t`The ticket system is no longer connected.`,
  };

  async function move(from: number, to: number) {
    const ids = policies.map(({ id }) => id);
    ids.splice(to, 0, ...ids.splice(from, 1));
    await reportedAct(() => client.call(orderPolicies, { body: { policies: ids } }));
  }

  const turnOff = ({ id }: PolicyView) =>
    reportedAct(() => client.call(switchPolicy, { params: { id }, body: { enabled: false } }));

  return (
    <Table label={t`Policies`}>
      <thead>
        <tr>
          <ColumnHeader>{t`Name`}</ColumnHeader>
          <ColumnHeader>{t`What it does`}</ColumnHeader>
          <ColumnHeader>{t`Status`}</ColumnHeader>
          <ColumnHeader>{t`Applied`}</ColumnHeader>
          <ColumnHeader>{t`Change`}</ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {policies.map((policy, index) => (
          <Row key={policy.id}>
            <RowHeader>
              <span className="tabular-nums">{index + 1}.</span> <bdi>{policy.name}</bdi>
              <span className="block break-all font-mono text-[0.8125rem] font-400 text-muted">
                {policy.query}
              </span>
            </RowHeader>
            <Cell>
              {actsOf(policy).map((act) => (
                <span key={act} className="block">
                  {act}
                </span>
              ))}
              {policy.missing.map((one) => (
                <span key={one} className="block text-[0.875rem] text-danger">
                  {missingText[one]}
                </span>
              ))}
            </Cell>
            <Cell>
              <Badge tone={policy.enabled && hasPlan ? "success" : "neutral"}>
                {policy.enabled && hasPlan ? t`On` : t`Off`}
              </Badge>
            </Cell>
            <Cell>
              {policy.acted === 0 ? (
                "–"
              ) : (
                <>
                  {plural(policy.acted, { one: "# finding", other: "# findings" })}
                  <span className="block text-[0.875rem] text-muted">
                    <Moment at={policy.actedAt} />
                  </span>
                </>
              )}
              {policy.held > 0 && (
                <Held
                  query={`(${policy.query}) ticket:none`}
                  text={t`Tickets not created because there were too many: ${{ count: i18n.number(policy.held) }}`}
                />
              )}
            </Cell>
            <Cell>
              <div className="flex flex-wrap gap-2">
                <Button
                  size="small"
                  aria-label={t`Try ${{ name: policy.name }}`}
                  onClick={() => onTry(policy)}
                >
                  {t`Try`}
                </Button>
                <Menu
                  label={t`More actions for ${{ name: policy.name }}`}
                  trigger={
                    <Button size="small" aria-label={t`More actions for ${{ name: policy.name }}`}>
                      {t`More`}
                    </Button>
                  }
                  items={[
                    { id: "change", label: t`Change`, onAction: () => onChange(policy) },
                    {
                      id: "present",
                      label: t`Select what matches now`,
                      onAction: () => void navigate(presentMatches(policy.query)),
                    },
                    ...(policy.enabled
                      ? [
                          {
                            id: "off",
                            label: t`Turn off this policy`,
                            onAction: () => void turnOff(policy),
                          },
                        ]
                      : []),
                    {
                      id: "up",
                      label: t`Move up`,
                      disabled: index === 0,
                      onAction: () => void move(index, index - 1),
                    },
                    {
                      id: "down",
                      label: t`Move down`,
                      disabled: index === policies.length - 1,
                      onAction: () => void move(index, index + 1),
                    },
                    {
                      id: "remove",
                      label: t`Remove`,
                      danger: true,
                      onAction: () => onRemove(policy),
                    },
                  ]}
                />
              </div>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
