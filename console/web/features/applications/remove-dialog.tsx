import { useLingui } from "@lingui/react/macro";
import { removeApplication } from "@sekimori/console-contract/endpoints/integration/applications";
import { integrationPagePaths } from "@sekimori/console-contract/page-routes";
import { useActForm } from "@sekimori/kit-web/form/use-act-form";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { client } from "../../app/integration-client.ts";
import { toasts } from "../../app/toasts.ts";
import { readAgain } from "./application-queries.ts";

interface RemoveDialogProps {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Forgets an application. */
export function RemoveDialog({ id, name, onClose }: RemoveDialogProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const form = useActForm({
    place: () => "form",
    async onSubmit() {
      await client.call(removeApplication, { body: { id } });
      onClose();
      await navigate(integrationPagePaths.applications);
      await readAgain();
      toasts.show({ tone: "success", title: t`${name} is removed.` });
    },
  });
  return (
    <FormDialog
      form={form}
      title={t`Remove the application “${name}”`}
      submitLabel={t`Remove the application`}
      pendingLabel={t`Working`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
      danger
    >
      <p>{t`People can no longer log in to it, and its tokens stop working.`}</p>
    </FormDialog>
  );
}
