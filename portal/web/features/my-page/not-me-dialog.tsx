import { useLingui } from "@lingui/react/macro";
import { formatMoment } from "@sekimori/kit-contract/dates";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { useActForm } from "@sekimori/kit-web/form/use-act-form";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { type ActivityEntry, reportActivity } from "@sekimori/portal-contract/endpoints/security";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { toasts } from "../../app/toasts.ts";
import { activityNames } from "./activity-names.ts";

interface NotMeDialogProps {
  readonly entry: ActivityEntry;
  /** Signs in by an external ID: there is no password of ours. */
  readonly external: boolean;
  readonly onClose: () => void;
}

/** Somebody else did this: shut the others out. */
export function NotMeDialog({ entry, external, onClose }: NotMeDialogProps) {
  const { t, i18n } = useLingui();
  const form = useActForm({
    async onSubmit() {
      await client.call(reportActivity, { body: { id: entry.id } });
      await queryClient.invalidateQueries();
      toasts.show({
        tone: "success",
        title: t`Your account has been secured`,
        text: external
          ? t`You've been logged out on your other devices.`
          : t`You've been logged out on your other devices. You'll set a new password the next time you log in.`,
      });
      onClose();
    },
    place: ({ type }) => (type === "TooManyRequest" ? "form" : undefined),
  });
  return (
    <FormDialog
      form={form}
      title={t`Secure your account`}
      submitLabel={t`Secure account`}
      pendingLabel={t`Securing`}
      cancelLabel={t`Cancel`}
      danger
      onClose={onClose}
    >
      <p className="font-700">
        {i18n._(activityNames[entry.action])} · {formatMoment(entry.at, language.current())}
      </p>
      <p>
        {external
          ? t`If this wasn't you, someone may be using your external ID. We'll log you out on all other devices. Check recent sign-ins with your external ID's provider.`
          : t`If this wasn't you, someone may know your password. We'll log you out on all other devices and ask you to set a new password the next time you log in.`}
      </p>
    </FormDialog>
  );
}
