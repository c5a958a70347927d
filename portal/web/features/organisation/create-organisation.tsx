import { useLingui } from "@lingui/react/macro";
import { useActForm } from "@sekimori/kit-web/form/use-act-form";
import { Button } from "@sekimori/kit-web/primitives/button";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { createOrganisation } from "@sekimori/portal-contract/endpoints/organisation";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";
import { toasts } from "../../app/toasts.ts";
import { keepOrganisation } from "./organisation-query.ts";

/** There is none yet: what it is, and the way to it. */
export function CreateOrganisation() {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  return (
    <>
      <EmptyState
        title={t`You don't have an organization yet`}
        action={
          <Button variant="primary" onClick={() => setOpen(true)}>
            {t`Create an organization`}
          </Button>
        }
      >
        <p>{t`An organization shows which email domains belong to your company.`}</p>
      </EmptyState>
      {open && <CreateDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function CreateDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui();
  const stepUp = useStepUp();
  const form = useActForm({
    async onSubmit() {
      const call = () => client.call(createOrganisation, { body: {} });
      keepOrganisation(await stepUp.run(call));
      toasts.show({ tone: "success", title: t`Organization created` });
    },
    place: ({ type }) =>
      ["OrganisationNotIncluded", "OrganisationExists", "TooManyRequest"].includes(type)
        ? "form"
        : undefined,
  });
  return (
    <>
      <FormDialog
        form={form}
        title={t`Create an organization`}
        submitLabel={t`Create`}
        pendingLabel={t`Creating`}
        cancelLabel={t`Cancel`}
        onClose={onClose}
      >
        <p>{t`It uses the organization name in your registered details, and you become its owner. Nothing changes for anyone else.`}</p>
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}
