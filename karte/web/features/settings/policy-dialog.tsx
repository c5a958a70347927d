import { useLingui } from "@lingui/react/macro";
import { acceptanceDaysMost } from "@sekimori/karte-contract/constants";
import {
  addPolicy,
  changePolicy,
  type PolicyActs,
  type PolicyView,
} from "@sekimori/karte-contract/endpoints/policies";
import { severities } from "@sekimori/karte-contract/words";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useEditForm } from "@sekimori/kit-web/form/use-edit-form";
import { Checkbox } from "@sekimori/kit-web/primitives/checkbox";
import { Select } from "@sekimori/kit-web/primitives/select";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { useQuery } from "@tanstack/react-query";
import { client } from "../../app/client.ts";
import { findingGroupsQuery } from "../../app/findings/finding-groups-query.ts";
import { language } from "../../app/language.ts";
import { CompletingField } from "../../app/query/completing-field.tsx";
import { knownValues } from "../../app/query/known-values.ts";
import { useQueryLanguage } from "../../app/query/use-query-language.ts";
import { useSession } from "../../app/session/session-query.ts";
import { colleaguesQuery, groupsQuery } from "../../app/session/workspace-queries.ts";
import { useTicketSystems } from "../../app/tickets/use-ticket-systems.ts";
import { severityWords } from "../../app/words/words.ts";
import { type Colleague, dayIn, type PolicyDraft, type Values, valuesOf } from "./policy-values.ts";
import { policiesQuery } from "./settings-queries.ts";
import { TickList } from "./tick-list.tsx";

type Output = { name: string; query: string; acts: PolicyActs };

interface PolicyDialogProps {
  /** Undefined: a new one. */
  readonly policy: PolicyView | undefined;
  /** What a new one begins with. */
  readonly draft?: PolicyDraft | undefined;
  readonly onClose: () => void;
}

/** Says what is done with what; it is tried and turned on afterwards. */
export function PolicyDialog(props: PolicyDialogProps) {
  const { data } = useQuery(colleaguesQuery, queryClient);
  return data && <KnownPolicyDialog {...props} people={data.people} />;
}

function KnownPolicyDialog({
  policy,
  draft,
  people,
  onClose,
}: PolicyDialogProps & { readonly people: readonly Colleague[] }) {
  const { t, i18n } = useLingui();
  const plan = useSession().data?.workspace?.plan;
  const systems = useTicketSystems();
  const reading = useQueryLanguage(true);
  const groups = useQuery(groupsQuery, queryClient).data?.groups ?? [];
  const kinds = useQuery(findingGroupsQuery({}), queryClient).data?.groups ?? [];
  const nameOf = (id: string) => {
    const person = people.find((one) => one.id === id);
    return person ? person.name || person.email : "";
  };
  const severityText = (value: string) => {
    const [how, to] = value.split(":");
    const word = severities.find((one) => one === to);
    if (word === undefined) return t`Leave as is`;
    const severity = i18n._(severityWords[word]);
    return how === "raise" ? t`Raise to ${{ severity }}` : t`Lower to ${{ severity }}`;
  };
  const form = useEditForm<Values, Output, PolicyView | undefined>({
    record: policy,
    async reread() {
      const { policies } = await queryClient.fetchQuery({ ...policiesQuery, staleTime: 0 });
      return policies.find(({ id }) => id === policy?.id);
    },
    valuesOf: (record) => valuesOf(record, people, draft),
    shown: (name, value) => {
      if (name === "severity") return severityText(value);
      if (name === "owner") return nameOf(value);
      if (name === "people") return value.split(",").map(nameOf).filter(Boolean).join(", ");
      if (name === "ticket") return systems.find(({ id }) => id === value)?.label ?? "";
      if (name === "webhook") return value === "true" ? t`Yes` : t`No`;
      return value;
    },
    fields: {
      name: { label: t`Name`, requirement: "required" },
      query: {
        label: t`Conditions`,
        requirement: "required",
        help: t`Written as in the search box of the findings, such as severity:high owner:none`,
        sentence({ code }): string | undefined {
          const text: string = form.values().query;
          const problem = code === "invalid" ? reading?.problemIn(text) : undefined;
          return problem && reading?.problemSentence(problem, language.current(), i18n);
        },
      },
      severity: {
        label: t`Severity`,
        sentence: () => t`Choose at least one action.`,
      },
      until: {
        label: t`Until`,
        requirement: "required",
        help: t`From the next day on, the severity is what the check says.`,
        sentence: () => t`Choose a date within the next year.`,
      },
      reason: { label: t`Reason`, requirement: "required" },
      owner: {
        label: t`Assign to`,
        help: t`Only findings that nobody has.`,
      },
      label: { label: t`Label`, requirement: "optional" },
      people: { label: t`Notify` },
      webhook: { label: t`By webhook` },
      ticket: { label: t`Ticket` },
    },
    validator: async () => schemaValidator((await import("./policy-schema.ts")).policyFormSchema),
    place: ({ type }) => (type === "PlanLimit" ? "form" : undefined),
    async save(body, was) {
      if (was) {
        const { name, query, acts } = was;
        const changed = { ...body, was: { name, query, acts } };
        await client.call(changePolicy, { params: { id: was.id }, body: changed });
      } else await client.call(addPolicy, { body });
      await queryClient.invalidateQueries({ queryKey: ["policies"] });
      onClose();
    },
  });
  const lowers = String(form.watch("severity")).startsWith("lower:");
  const told = form.texts("people");
  const webhook = form.texts("webhook");
  const ways = [
    ...severities.slice(0, -1).map((one) => `raise:${one}`),
    ...severities.slice(1).map((one) => `lower:${one}`),
  ];
  return (
    <FormDialog
      form={form}
      title={policy ? t`Change the policy` : t`Add a policy`}
      submitLabel={t`Save`}
      pendingLabel={t`Saving`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      {policy?.enabled && (
        <p>{t`If you change the conditions or the actions, the policy is off until you try it again.`}</p>
      )}
      <TextField {...form.field("name")} autoComplete="off" />
      <CompletingField
        {...form.field("query")}
        typed={String(form.watch("query"))}
        reading={reading}
        known={knownValues({ people, groups, kinds })}
        onTake={(text) => form.set("query", text)}
      />
      <Select {...form.field("severity")}>
        {["", ...ways].map((one) => (
          <option key={one} value={one}>
            {severityText(one)}
          </option>
        ))}
      </Select>
      <div className={lowers ? "grid gap-6" : "hidden"}>
        <TextField
          {...form.field("until")}
          type="date"
          min={dayIn(0)}
          max={dayIn(acceptanceDaysMost)}
          characters={14}
        />
        <TextField {...form.field("reason")} autoComplete="off" />
      </div>
      <Select {...form.field("owner")}>
        <option value="">{t`Nobody`}</option>
        {people.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name || one.email}
          </option>
        ))}
      </Select>
      <TextField {...form.field("label")} autoComplete="off" />
      <div className={systems.length === 0 ? "hidden" : undefined}>
        <Select {...form.field("ticket")}>
          <option value="">{t`None`}</option>
          {systems.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      <TickList
        label={told.label}
        error={told.error}
        id={form.idOf("people")}
        choices={people.map(({ id, name, email }) => ({ id, name: name || email }))}
        value={String(form.watch("people"))}
        onChange={(value) => form.set("people", value)}
      />
      <Checkbox
        {...form.control("webhook")}
        id={form.idOf("webhook")}
        label={webhook.label}
        error={webhook.error}
        disabled={plan?.webhooks === false}
      />
    </FormDialog>
  );
}
