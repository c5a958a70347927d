import { useLingui } from "@lingui/react/macro";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { claimDomain } from "@sekimori/portal-contract/endpoints/organisation";
import { client } from "../../app/client.ts";
import { keepOrganisation } from "./organisation-query.ts";

const aboutTheDomain = [
  "DomainNameInvalid",
  "DomainIsPublicSuffix",
  "DomainOfMailProvider",
  "DomainListed",
];
const aboutAll = ["DomainsFull", "OrganisationNotIncluded", "NotFound", "TooManyRequest"];

/** Names a domain; its record is shown afterwards. */
export function AddDomainDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui();
  const form = useForm<{ domain: string }, { domain: string }>({
    defaultValues: { domain: "" },
    fields: { domain: { label: t`Domain`, requirement: "required" } },
    validator: async () => schemaValidator((await import("./schemas.ts")).newDomainSchema),
    async onSubmit(body) {
      keepOrganisation(await client.call(claimDomain, { body }));
      onClose();
    },
    place: ({ type }) => {
      if (aboutTheDomain.includes(type)) return "domain";
      return aboutAll.includes(type) ? "form" : undefined;
    },
  });
  return (
    <FormDialog
      form={form}
      title={t`Add a domain`}
      submitLabel={t`Add a domain`}
      pendingLabel={t`Adding`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      <p className="text-muted">
        {t`A domain has no effect until you verify it with a TXT record.`}
      </p>
      <TextField {...form.field("domain")} autoComplete="off" />
    </FormDialog>
  );
}
