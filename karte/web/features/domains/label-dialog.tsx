import { useLingui } from "@lingui/react/macro";
import { changeDomain, type DomainPage } from "@sekimori/karte-contract/endpoints/domains";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useEditForm } from "@sekimori/kit-web/form/use-edit-form";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { client } from "../../app/client.ts";
import { tooManyLabels } from "../../app/words/too-many-labels.ts";
import { domainQuery } from "./domain-queries.ts";

type Values = { label: string };

interface LabelDialogProps {
  readonly domain: DomainPage;
  readonly onClose: () => void;
}

/** Gives one domain other labels, or none. */
export function LabelDialog({ domain, onClose }: LabelDialogProps) {
  const { t, i18n } = useLingui();
  const form = useEditForm<Values, Values, DomainPage>({
    record: domain,
    reread: () => queryClient.fetchQuery(domainQuery(domain.id)),
    valuesOf: ({ label }) => ({ label }),
    fields: {
      label: {
        label: t`Labels`,
        requirement: "optional",
        help: t`Put commas between several.`,
        sentence: ({ params }) => tooManyLabels(params, i18n),
      },
    },
    validator: async () => schemaValidator((await import("./schemas.ts")).domainLabelSchema),
    place: ({ type }) => (type === "PlanLimit" ? "form" : undefined),
    async save(values, { label }) {
      const body = { ...values, was: { label } };
      await client.call(changeDomain, { params: { id: domain.id }, body });
      await queryClient.invalidateQueries();
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t`Change the labels`}
      submitLabel={t`Save`}
      pendingLabel={t`Saving`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      <TextField {...form.field("label")} autoComplete="off" />
    </FormDialog>
  );
}
