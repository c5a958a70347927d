import { useLingui } from "@lingui/react/macro";
import {
  removeStaff,
  requestRemoval,
  type StaffView,
} from "@sekimori/console-contract/endpoints/staff";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { client } from "../../app/client.ts";
import { toasts } from "../../app/toasts.ts";
import { readAgain } from "./staff-query.ts";

interface RemoveDialogProps {
  readonly person: StaffView;
  readonly onClose: () => void;
}

/** Ends somebody's work here; an administrator's takes another administrator. */
export function RemoveDialog({ person: { account, name, roles }, onClose }: RemoveDialogProps) {
  const { t } = useLingui();
  const needsTwo = roles.includes("administrator");
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
    place: () => "form",
    async onSubmit({ reason }) {
      await client.call(needsTwo ? requestRemoval : removeStaff, { body: { account, reason } });
      await readAgain();
      onClose();
      toasts.show({
        tone: "success",
        title: needsTwo
          ? t`Another administrator has to confirm this under Requests.`
          : t`${name} no longer works here.`,
      });
    },
  });
  return (
    <FormDialog
      form={form}
      title={t`Remove ${name}`}
      submitLabel={needsTwo ? t`Ask` : t`Remove`}
      pendingLabel={t`Working`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
      danger
    >
      <p>
        {needsTwo
          ? t`This asks another administrator to confirm. Then the sessions at the console end. If it can't wait, ask the engineers.`
          : t`This ends the sessions at the console at once. The account of the member stays.`}
      </p>
      <TextField {...form.field("reason")} autoComplete="off" />
    </FormDialog>
  );
}
