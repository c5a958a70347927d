import { useLingui } from "@lingui/react/macro";
import { changeDomain, type DomainPage } from "@sekimori/karte-contract/endpoints/domains";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useEditForm } from "@sekimori/kit-web/form/use-edit-form";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { client } from "../../app/client.ts";
import { domainQuery } from "./domain-queries.ts";

type Values = { label: string };

interface LabelDialogProps {
  readonly domain: DomainPage;
  readonly onClose: () => void;
}

/** Gives one domain another label, or none. */
export function LabelDialog({ domain, onClose }: LabelDialogProps) {
  const { t } = useLingui();
  const form = useEditForm<Values, Values, DomainPage>({
    record: domain,
    reread: () => queryClient.fetchQuery(domainQuery(domain.id)),
    valuesOf: ({ label }) => ({ label }),
    fields: {
      label: {
        label: t`Label`,
        requirement: "optional",
        help: t`A note of your own to find it by`,
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
      title={t`Change the label`}
      submitLabel={t`Save`}
      pendingLabel={t`Saving`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      <TextField {...form.field("label")} autoComplete="off" />
    </FormDialog>
  );
}
