import { useLingui } from "@lingui/react/macro";
import { undoDays } from "@sekimori/karte-contract/constants";
import { type Bulk, bulkDomains } from "@sekimori/karte-contract/endpoints/domains";
import { schedules } from "@sekimori/karte-contract/words";
import type { EndpointInput } from "@sekimori/kit-contract/endpoint";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Select } from "@sekimori/kit-web/primitives/select";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { useQuery } from "@tanstack/react-query";
import { client } from "../../app/client.ts";
import { useSession } from "../../app/session/session-query.ts";
import { colleaguesQuery, groupsQuery } from "../../app/session/workspace-queries.ts";
import { tooManyLabels } from "../../app/words/too-many-labels.ts";
import { scheduleWords } from "../../app/words/words.ts";
import type { BulkKind } from "./bulk-kinds.ts";

type Body = EndpointInput<typeof bulkDomains>["body"];
type Values = { choice: string };

interface BulkDialogProps {
  readonly kind: BulkKind;
  /** How many domains it is about, and which. */
  readonly count: number;
  readonly which: Pick<Body, "domains"> | Pick<Body, "selection">;
  readonly onDone: (bulk: Bulk) => void;
  readonly onClose: () => void;
}

/** Asks what a bulk act needs, says what it does, and does it. */
export function BulkDialog({ kind, count, which, onDone, onClose }: BulkDialogProps) {
  const { t, i18n } = useLingui();
  const workspace = useSession().data?.workspace;
  const { data } = useQuery(groupsQuery, queryClient);
  const { data: colleagues } = useQuery(
    { ...colleaguesQuery, enabled: kind === "responsible" },
    queryClient,
  );
  const figure = i18n.number(count);
  const texts = useTexts(kind);
  const form = useForm<Values, Values>({
    defaultValues: { choice: kind === "schedule" ? "none" : "" },
    fields: {
      choice: isOfLabels(kind)
        ? {
            label: t`Labels`,
            requirement: "required",
            help: t`Put commas between several.`,
            sentence: ({ params }) => tooManyLabels(params, i18n),
          }
        : kind === "responsible"
          ? { label: t`Responsible` }
          : {
              label: kind === "schedule" ? t`Automatic scans` : t`Group`,
              requirement: "required",
            },
    },
    validator: async () => {
      const { bulkSchema, labelSchema, noChoiceSchema } = await import("./schemas.ts");
      if (isOfLabels(kind)) return schemaValidator(labelSchema);
      return schemaValidator(texts.asks ? bulkSchema : noChoiceSchema);
    },
    place: ({ type }) => (type === "QuotaSpent" || type === "PlanLimit" ? "form" : undefined),
    async onSubmit({ choice }) {
      const bulk = await client.call(bulkDomains, { body: { ...which, act: actOf(kind, choice) } });
      await queryClient.invalidateQueries();
      onDone(bulk);
    },
  });
  const { quota, plan } = workspace ?? {};
  const left = quota && quota.limit !== null ? i18n.number(quota.limit - quota.used) : undefined;
  return (
    <FormDialog
      form={form}
      title={texts.title}
      submitLabel={texts.submit}
      pendingLabel={t`Working`}
      cancelLabel={t`Cancel`}
      danger={kind === "delete"}
      onClose={onClose}
    >
      <p>{t`Domains affected: ${{ figure }}`}</p>
      {isOfLabels(kind) && <TextField {...form.field("choice")} autoComplete="off" />}
      {kind === "schedule" && (
        <Select {...form.field("choice")}>
          {schedules
            .filter((one) => one === "none" || plan?.schedules.includes(one))
            .map((schedule) => (
              <option key={schedule} value={schedule}>
                {i18n._(scheduleWords[schedule])}
              </option>
            ))}
        </Select>
      )}
      {kind === "responsible" && (
        <Select {...form.field("choice")}>
          <option value="">{t`No one named`}</option>
          {colleagues?.people.map(({ id, name, email }) => (
            <option key={id} value={id}>
              {name || email}
            </option>
          ))}
        </Select>
      )}
      {(kind === "add-to-group" || kind === "remove-from-group") && (
        <Select {...form.field("choice")}>
          <option value="">{t`Choose a group`}</option>
          {data?.groups.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
      {kind === "diagnose" && left !== undefined && (
        <p>{t`Each domain uses one manual scan. You have ${{ left }} left this month. If that's not enough, no scan starts.`}</p>
      )}
      {kind === "delete" && (
        <p>{t`They're removed from all lists and no longer scanned. You can undo this in the activity log for ${{ undoDays }} days.`}</p>
      )}
    </FormDialog>
  );
}

const isOfLabels = (kind: BulkKind) => kind === "add-labels" || kind === "remove-labels";

function actOf(kind: BulkKind, choice: string): Body["act"] {
  if (kind === "diagnose" || kind === "delete") return { kind };
  if (kind === "add-labels" || kind === "remove-labels")
    return { kind, labels: choice.split(", ") };
  if (kind === "responsible") return { kind, responsible: choice === "" ? null : choice };
  if (kind !== "schedule") return { kind, group: choice };
  return { kind, schedule: schedules.find((one) => one === choice) ?? "none" };
}

function useTexts(kind: BulkKind) {
  const { t } = useLingui();
  const texts = {
    "add-to-group": { title: t`Add to a group`, submit: t`Add to group`, asks: true },
    "remove-from-group": {
      title: t`Remove from a group`,
      submit: t`Remove from group`,
      asks: true,
    },
    "add-labels": { title: t`Add labels`, submit: t`Add`, asks: true },
    "remove-labels": { title: t`Remove labels`, submit: t`Remove`, asks: true },
    schedule: { title: t`Change the schedule`, submit: t`Save`, asks: true },
    responsible: { title: t`Who is responsible?`, submit: t`Save`, asks: false },
    diagnose: {
      title: t`Scan these domains?`,
      submit: t({ message: "Scan", context: "button" }),
      asks: false,
    },
    delete: { title: t`Delete these domains?`, submit: t`Delete`, asks: false },
  };
  return texts[kind];
}
