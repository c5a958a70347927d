import { useLingui } from "@lingui/react/macro";
import { useActForm } from "@sekimori/kit-web/form/use-act-form";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Dialog } from "@sekimori/kit-web/primitives/dialog";
import { CopyField } from "@sekimori/kit-web/shell/copy-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import {
  endScimToken,
  makeScimToken,
  type ScimTokenView,
} from "@sekimori/portal-contract/endpoints/provisioning";
import { client } from "../../app/client.ts";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";
import { toasts } from "../../app/toasts.ts";
import { keepProvisioning } from "./provisioning-query.ts";

interface MakeTokenDialogProps {
  /** Called with the token, which is shown this once. */
  readonly onMade: (token: string) => void;
  readonly onClose: () => void;
}

export function MakeTokenDialog({ onMade, onClose }: MakeTokenDialogProps) {
  const { t } = useLingui();
  const stepUp = useStepUp();
  const form = useActForm({
    async onSubmit() {
      const call = () => client.call(makeScimToken, { body: {} });
      const { token, provisioning } = await stepUp.run(call);
      keepProvisioning(provisioning);
      onMade(token);
    },
    place: ({ type }) =>
      ["ScimTokensFull", "OrganisationNotIncluded", "NotFound", "TooManyRequest"].includes(type)
        ? "form"
        : undefined,
  });
  return (
    <>
      <FormDialog
        form={form}
        title={t`Create a token`}
        submitLabel={t`Create`}
        pendingLabel={t`One moment`}
        cancelLabel={t`Cancel`}
        onClose={onClose}
      >
        <p>{t`Your directory logs in with it. It can add people of your verified domains, change them and end their access. It never touches an owner, or anyone who hasn't joined your organization.`}</p>
        <p>{t`It's good for a year. We email you before it expires.`}</p>
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}

interface NewTokenDialogProps {
  readonly token: string;
  readonly onClose: () => void;
}

/** Shows a token; it cannot be seen again. */
export function NewTokenDialog({ token, onClose }: NewTokenDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t`Your new token`}
      closeLabel={t`Close`}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t`I've saved it`}
        </Button>
      }
    >
      <p className="mb-4">{t`Enter it at your directory now. We show it only this once.`}</p>
      <CopyField label={t`Token`} text={token} />
    </Dialog>
  );
}

interface EndTokenDialogProps {
  readonly token: ScimTokenView;
  readonly onClose: () => void;
}

export function EndTokenDialog({ token: { id, hint }, onClose }: EndTokenDialogProps) {
  const { t } = useLingui();
  const stepUp = useStepUp();
  const form = useActForm({
    async onSubmit() {
      keepProvisioning(await stepUp.run(() => client.call(endScimToken, { params: { id } })));
      toasts.show({ tone: "success", title: t`Token ended` });
      onClose();
    },
    place: ({ type }) => (["NotFound", "TooManyRequest"].includes(type) ? "form" : undefined),
  });
  return (
    <>
      <FormDialog
        form={form}
        title={t`End the token`}
        submitLabel={t`End`}
        pendingLabel={t`One moment`}
        cancelLabel={t`Cancel`}
        danger
        onClose={onClose}
      >
        <p className="font-700">{t`Token ending in ${{ hint }}`}</p>
        <p>{t`From now on we refuse your directory's changes that come with it. Nobody's access changes.`}</p>
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}
