import { useLingui } from "@lingui/react/macro";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { PageForm } from "@sekimori/kit-web/shell/page-form";

/** Before a member is shown to somebody who came by a link: why. */
export function ReasonForm({ onReason }: { readonly onReason: (reason: string) => void }) {
  const { t } = useLingui();
  const form = useForm({
    defaultValues: { reason: "" },
    fields: {
      reason: {
        label: t`Reason`,
        requirement: "required",
        help: t`Enter a ticket number, not a name. The audit log keeps it.`,
      },
    },
    validator: async () => schemaValidator((await import("./schemas.ts")).reasonFormSchema),
    onSubmit: async ({ reason }) => onReason(reason),
  });
  return (
    <NarrowPage title={t`Why are you opening this member?`}>
      <PageForm form={form} submitLabel={t`Open`} pendingLabel={t`Opening`}>
        <TextField {...form.field("reason")} autoComplete="off" />
      </PageForm>
    </NarrowPage>
  );
}
