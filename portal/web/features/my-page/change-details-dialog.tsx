import { useLingui } from "@lingui/react/macro";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useEditForm } from "@sekimori/kit-web/form/use-edit-form";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { changeRegisteredDetails } from "@sekimori/portal-contract/endpoints/profile";
import type { Profile } from "@sekimori/portal-contract/endpoints/profile-view";
import type { RegisteredDetails } from "@sekimori/portal-contract/fields";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { keepProfile, profileQuery } from "../../app/profile-query.ts";
import { AddressFields } from "../../app/registered-details/address-fields.tsx";
import { prefectureName } from "../../app/registered-details/address-lines.ts";
import { OrganisationFields } from "../../app/registered-details/organisation-fields.tsx";
import {
  useAddressSettings,
  useOrganisationSettings,
} from "../../app/registered-details/use-details-settings.ts";
import { toasts } from "../../app/toasts.ts";

/** The details as the form's fields; the user type is none of them. */
function valuesOf({ registered_details: details }: Profile) {
  const { userType: _, companyName, corporateNumber, ...address } = details;
  return { companyName: companyName ?? "", corporateNumber: corporateNumber ?? "", ...address };
}

interface ChangeDetailsDialogProps {
  readonly profile: Profile;
  readonly onClose: () => void;
}

/** The sign-up's fields of an organisation and of an address. The user type stays as it is. */
export function ChangeDetailsDialog({ profile, onClose }: ChangeDetailsDialogProps) {
  const { t } = useLingui();
  const { userType } = profile.registered_details;
  const isOrganisation = userType === "1";
  const form = useEditForm({
    record: profile,
    reread: () => queryClient.fetchQuery({ ...profileQuery, staleTime: 0 }),
    valuesOf,
    shown: (name, value) =>
      name === "addrState" ? prefectureName(value, language.current()) : value,
    fields: { ...useOrganisationSettings(), ...useAddressSettings() },
    async validator() {
      const { registeredDetailsSchema } = await import("./schemas.ts");
      const check = schemaValidator<unknown, RegisteredDetails>(registeredDetailsSchema);
      return ({ companyName: company, corporateNumber: number, ...rest }) =>
        check({
          userType,
          ...rest,
          ...(isOrganisation && { companyName: company, corporateNumber: number }),
        });
    },
    async save(details: RegisteredDetails, { registered_details }: Profile) {
      const body = { details, was: { details: registered_details } };
      await keepProfile(await client.call(changeRegisteredDetails, { body }));
      toasts.show({ tone: "success", title: t`Registered details changed` });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t`Change Registered Details`}
      submitLabel={t`Save`}
      pendingLabel={t`Saving`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      {isOrganisation && <OrganisationFields form={form} />}
      <AddressFields form={form} />
    </FormDialog>
  );
}
