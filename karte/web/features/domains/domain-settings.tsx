import { useLingui } from "@lingui/react/macro";
import { changeDomain, type DomainPage } from "@sekimori/karte-contract/endpoints/domains";
import { schedules } from "@sekimori/karte-contract/words";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Checkbox } from "@sekimori/kit-web/primitives/checkbox";
import { Select } from "@sekimori/kit-web/primitives/select";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { useMay, useSession } from "../../app/session/session-query.ts";
import { colleaguesQuery, groupsQuery } from "../../app/session/workspace-queries.ts";
import { Section } from "../../app/shell/section.tsx";
import { toasts } from "../../app/toasts.ts";
import { scheduleWords } from "../../app/words/words.ts";
import { LabelDialog } from "./label-dialog.tsx";

type Change =
  | { schedule: DomainPage["schedule"] }
  | { groups: string[] }
  | { responsible: string | null };

/** Its label, when it is diagnosed by itself, who answers for it, and in which groups it is. */
export function DomainSettings({ domain }: { readonly domain: DomainPage }) {
  const { t, i18n } = useLingui();
  const mayManage = useMay("manage-domains");
  const plan = useSession().data?.workspace?.plan;
  const { data } = useQuery(groupsQuery, queryClient);
  const [askingLabel, setAskingLabel] = useState(false);
  const { data: colleagues } = useQuery({ ...colleaguesQuery, enabled: mayManage }, queryClient);
  if (!mayManage) return null;
  const { responsible } = domain;
  const people = colleagues?.people ?? [];
  const inGroups = new Set(domain.groups.map(({ id }) => id));

  // What was chosen here answers to what the page showed; somebody else's choice is not put back.
  const was = {
    schedule: domain.schedule,
    groups: domain.groups.map(({ id }) => id),
    responsible: responsible?.id ?? null,
  };

  async function change(kind: keyof typeof was, chosen: Change) {
    try {
      const body = { ...chosen, was: { [kind]: was[kind] } };
      await client.call(changeDomain, { params: { id: domain.id }, body });
      toasts.show({ tone: "success", title: t`Saved` });
    } catch (error) {
      reportError(error);
    }
    await queryClient.invalidateQueries();
  }

  return (
    <Section
      title={t`Domain settings`}
      actions={<Button onClick={() => setAskingLabel(true)}>{t`Change the labels`}</Button>}
    >
      <div className="grid gap-8 sm:grid-cols-2 lg:grid-cols-3">
        <Select
          label={t`Automatic scans`}
          value={domain.schedule}
          help={
            domain.rests === "schedule"
              ? t`Paused: not in your plan`
              : plan?.schedules.length === 0
                ? t`Automatic scans are part of the paid plan.`
                : undefined
          }
          onChange={(event) => {
            const schedule = schedules.find((one) => one === event.currentTarget.value);
            if (schedule) void change("schedule", { schedule });
          }}
        >
          {schedules
            // What was set stays there to be seen, also while the plan has it rest.
            .filter(
              (one) => one === "none" || one === domain.schedule || plan?.schedules.includes(one),
            )
            .map((schedule) => (
              <option key={schedule} value={schedule}>
                {i18n._(scheduleWords[schedule])}
              </option>
            ))}
        </Select>
        <Select
          label={t`Responsible`}
          value={responsible?.id ?? ""}
          onChange={({ currentTarget: { value } }) =>
            void change("responsible", { responsible: value === "" ? null : value })
          }
        >
          <option value="">{t`No one named`}</option>
          {responsible && !people.some(({ id }) => id === responsible.id) && (
            <option value={responsible.id}>{responsible.name || t`A former member`}</option>
          )}
          {people.map(({ id, name, email }) => (
            <option key={id} value={id}>
              {name || email}
            </option>
          ))}
        </Select>
        <fieldset>
          <legend className="mb-2 font-700">{t`Groups`}</legend>
          {data?.groups.length === 0 && <p className="text-muted">{t`No groups yet.`}</p>}
          {data?.groups.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={inGroups.has(id)}
              onChange={(event) => {
                const others = [...inGroups].filter((one) => one !== id);
                const groups = event.currentTarget.checked ? [...others, id] : others;
                void change("groups", { groups });
              }}
            />
          ))}
        </fieldset>
      </div>
      {askingLabel && <LabelDialog domain={domain} onClose={() => setAskingLabel(false)} />}
    </Section>
  );
}
