import { useLingui } from "@lingui/react/macro";
import { saveView } from "@sekimori/karte-contract/endpoints/saved-views";
import type { ListName } from "@sekimori/karte-contract/lists";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { client } from "../client.ts";
import { toasts } from "../toasts.ts";
import { viewsQuery } from "./view-queries.ts";

type Values = { name: string };

interface SaveViewDialogProps {
  readonly list: ListName;
  readonly query: Readonly<Record<string, string>>;
  /** What the present view is called already; "" for none. */
  readonly name: string;
  /** Names of views that are there. */
  readonly taken: readonly string[];
  readonly onClose: () => void;
}

/** Gives the present filters, order and columns a name. */
export function SaveViewDialog({ list, query, name, taken, onClose }: SaveViewDialogProps) {
  const { t } = useLingui();
  const form = useForm<Values, Values>({
    defaultValues: { name },
    fields: {
      name: {
        label: t`Name`,
        requirement: "required",
        help: t`Only you can see it. Saving under the same name replaces the view.`,
      },
    },
    validator: async () => schemaValidator((await import("./schemas.ts")).viewSchema),
    place: ({ type }) => (type === "PlanLimit" || type === "InvalidInput" ? "form" : undefined),
    async onSubmit(values) {
      await client.call(saveView, { body: { list, query: { ...query }, ...values } });
      await queryClient.invalidateQueries(viewsQuery);
      toasts.show({
        tone: "success",
        title: taken.includes(values.name) ? t`View replaced` : t`View saved`,
      });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t`Save this view`}
      submitLabel={t`Save`}
      pendingLabel={t`Saving`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      <TextField {...form.field("name")} autoComplete="off" />
    </FormDialog>
  );
}
