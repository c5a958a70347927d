import { useLingui } from "@lingui/react/macro";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { formatMoment } from "@sekimori/kit-web/language/date-format";
import { type ActivityEntry, reportActivity } from "@sekimori/portal-contract/endpoints/security";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { queryClient } from "../../app/query-client.ts";
import { FormDialog } from "../../app/shell/form-dialog.tsx";
import { toasts } from "../../app/toasts.ts";
import { activityNames } from "./activity-names.ts";

interface NotMeDialogProps {
  readonly entry: ActivityEntry;
  readonly onClose: () => void;
}

/** Somebody else did this: shut the others out. */
export function NotMeDialog({ entry, onClose }: NotMeDialogProps) {
  const { t, i18n } = useLingui();
  const form = useForm<Record<never, never>, Record<never, never>>({
    defaultValues: {},
    fields: {},
    validator: async () => (values) => ({ values }),
    async onSubmit() {
      await client.call(reportActivity, { body: { id: entry.id } });
      await queryClient.invalidateQueries();
      toasts.show({
        tone: "success",
        title: t`Your account has been secured`,
        text: t`Other devices are logged out. At the next login you will set a new password.`,
      });
      onClose();
    },
    place: ({ type }) => (type === "TooManyRequest" ? "form" : undefined),
  });
  return (
    <FormDialog
      form={form}
      title={t`Secure your account`}
      submitLabel={t`Secure the account`}
      pendingLabel={t`Securing`}
      cancelLabel={t`Cancel`}
      danger
      onClose={onClose}
    >
      <p className="font-700">
        {i18n._(activityNames[entry.action])} · {formatMoment(entry.at, language.current())}
      </p>
      <p>
        {t`If this was not you, somebody may know your password. We will log out all other devices, and you will set a new password at the next login.`}
      </p>
    </FormDialog>
  );
}
