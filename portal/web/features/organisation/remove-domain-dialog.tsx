import { useLingui } from "@lingui/react/macro";
import { useActForm } from "@sekimori/kit-web/form/use-act-form";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import {
  type OrganisationDomain,
  removeDomain,
} from "@sekimori/portal-contract/endpoints/organisation";
import { client } from "../../app/client.ts";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";
import { toasts } from "../../app/toasts.ts";
import { keepOrganisation } from "./organisation-query.ts";

interface RemoveDomainDialogProps {
  readonly domain: OrganisationDomain;
  readonly onClose: () => void;
  /** Closes as well. */
  readonly onRemoved: () => void;
}

/** Says what comes of it before a domain is removed. */
export function RemoveDomainDialog({ domain, onClose, onRemoved }: RemoveDomainDialogProps) {
  const { t } = useLingui();
  const stepUp = useStepUp();
  const { id, name } = domain;
  const form = useActForm({
    async onSubmit() {
      const call = () => client.call(removeDomain, { params: { id } });
      keepOrganisation(await stepUp.run(call));
      toasts.show({ tone: "success", title: t`Domain removed` });
      onRemoved();
    },
    place: ({ type }) => (["NotFound", "TooManyRequest"].includes(type) ? "form" : undefined),
  });
  return (
    <>
      <FormDialog
        form={form}
        title={t`Remove the domain`}
        submitLabel={t`Remove`}
        pendingLabel={t`Removing`}
        cancelLabel={t`Cancel`}
        danger
        onClose={onClose}
      >
        <p className="font-700 wrap-anywhere">{name}</p>
        <p>{t`The domain will no longer be your organization's, and another organization can verify it. If you add it again, it gets a new TXT record.`}</p>
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}
