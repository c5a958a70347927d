import { useLingui } from "@lingui/react/macro";
import { exportPerson } from "@sekimori/karte-contract/endpoints/session";
import { saveFile } from "@sekimori/kit-web/client/save-file";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Select } from "@sekimori/kit-web/primitives/select";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { client } from "../../app/client.ts";

type Output = { form: "html" | "json" };

/** Takes away what karte keeps about the person: to read, or for a program. */
export function DataDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui();
  const form = useForm<{ form: string }, Output>({
    defaultValues: { form: "html" },
    fields: {
      form: {
        label: t`Format`,
        help: t`Export what the portal keeps about you on My Page.`,
      },
    },
    validator: async () => schemaValidator((await import("./schemas.ts")).dataSchema),
    async onSubmit(query) {
      const { fileName, text } = await client.call(exportPerson, { query });
      saveFile(fileName, text, query.form === "json" ? "application/json" : "text/html");
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t`Download your data?`}
      submitLabel={t`Download`}
      pendingLabel={t`Downloading`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      <Select {...form.field("form")}>
        <option value="html">{t`Web page (HTML)`}</option>
        <option value="json">{t`JSON for programs`}</option>
      </Select>
    </FormDialog>
  );
}
