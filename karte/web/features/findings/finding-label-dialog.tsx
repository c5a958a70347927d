import { useLingui } from "@lingui/react/macro";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Select } from "@sekimori/kit-web/primitives/select";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { tooManyLabels } from "../../app/words/too-many-labels.ts";
import type { Act } from "./finding-act.ts";

type Output = Extract<Act, { labels: unknown }>;
type Values = { how: "add-labels" | "remove-labels"; labels: string };

interface FindingLabelDialogProps {
  readonly onLabel: (act: Act) => Promise<void>;
  readonly onClose: () => void;
}

/** Gives findings labels beside those that they have, or takes some away. */
export function FindingLabelDialog({ onLabel, onClose }: FindingLabelDialogProps) {
  const { t, i18n } = useLingui();
  const form = useForm<Values, { how: Output["kind"]; labels: string[] }>({
    defaultValues: { how: "add-labels", labels: "" },
    fields: {
      how: { label: t`Action` },
      labels: {
        label: t`Labels`,
        requirement: "required",
        help: t`Put commas between several.`,
        sentence: ({ params }) => tooManyLabels(params, i18n),
      },
    },
    validator: async () => schemaValidator((await import("./schemas.ts")).labelsSchema),
    async onSubmit({ how, labels }) {
      await onLabel({ kind: how, labels });
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
      <Select {...form.field("how")}>
        <option value="add-labels">{t`Add labels`}</option>
        <option value="remove-labels">{t`Remove labels`}</option>
      </Select>
      <TextField {...form.field("labels")} autoComplete="off" />
    </FormDialog>
  );
}
