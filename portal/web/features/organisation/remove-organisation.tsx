import { useLingui } from "@lingui/react/macro";
import { useActForm } from "@sekimori/kit-web/form/use-act-form";
import { Button } from "@sekimori/kit-web/primitives/button";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { removeOrganisation } from "@sekimori/portal-contract/endpoints/organisation";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";
import { toasts } from "../../app/toasts.ts";
import { keepOrganisation } from "./organisation-query.ts";

/** The way out, with what comes of it. */
export function RemoveOrganisation({ name }: { readonly name: string }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  return (
    <section>
      <h2 className="text-std-20B-150">{t`Remove the organization`}</h2>
      <p className="mt-1 text-muted">{t`Its domains and rules are removed, too. Your account and your plan stay.`}</p>
      <Button className="mt-4" onClick={() => setOpen(true)}>{t`Remove the organization`}</Button>
      {open && <RemoveDialog name={name} onClose={() => setOpen(false)} />}
    </section>
  );
}

interface RemoveDialogProps {
  readonly name: string;
  readonly onClose: () => void;
}

function RemoveDialog({ name, onClose }: RemoveDialogProps) {
  const { t } = useLingui();
  const stepUp = useStepUp();
  const form = useActForm({
    async onSubmit() {
      const call = () => client.call(removeOrganisation);
      keepOrganisation(await stepUp.run(call));
      toasts.show({ tone: "success", title: t`Organization removed` });
    },
    place: ({ type }) => (["NotFound", "TooManyRequest"].includes(type) ? "form" : undefined),
  });
  return (
    <>
      <FormDialog
        form={form}
        title={t`Remove the organization`}
        submitLabel={t`Remove`}
        pendingLabel={t`Removing`}
        cancelLabel={t`Cancel`}
        danger
        onClose={onClose}
      >
        <p className="font-700 wrap-anywhere">{name}</p>
        <p>{t`Its domains are removed, too, and another organization can then verify them. People your directory turned off can log in again. You can't undo this, but you can create an organization again.`}</p>
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}
