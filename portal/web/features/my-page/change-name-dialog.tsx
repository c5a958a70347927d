import { useLingui } from "@lingui/react/macro";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useEditForm } from "@sekimori/kit-web/form/use-edit-form";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { updateMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import type { Profile } from "@sekimori/portal-contract/endpoints/profile-view";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { keepProfile, profileQuery } from "../../app/profile-query.ts";
import { toasts } from "../../app/toasts.ts";

type Names = { first_name: string; last_name: string };

const namesOf = ({ first_name, last_name }: Profile): Names => ({ first_name, last_name });

interface ChangeNameDialogProps {
  readonly profile: Profile;
  readonly onClose: () => void;
}

export function ChangeNameDialog({ profile, onClose }: ChangeNameDialogProps) {
  const { t } = useLingui();
  const first_name = { label: t`First name`, requirement: "required" } as const;
  const last_name = { label: t`Last name`, requirement: "required" } as const;
  const familyFirst = language.current() === "ja";
  const form = useEditForm<Names, Names, Profile>({
    record: profile,
    reread: () => queryClient.fetchQuery({ ...profileQuery, staleTime: 0 }),
    valuesOf: namesOf,
    fields: familyFirst ? { last_name, first_name } : { first_name, last_name },
    validator: async () => schemaValidator((await import("./schemas.ts")).nameSchema),
    async save(names, was) {
      const body = { ...names, was: namesOf(was) };
      await keepProfile(await client.call(updateMyProfile, { body }));
      toasts.show({ tone: "success", title: t`Name changed` });
      onClose();
    },
  });
  const fields = [
    <TextField key="last" {...form.field("last_name")} autoComplete="family-name" />,
    <TextField key="first" {...form.field("first_name")} autoComplete="given-name" />,
  ];
  return (
    <FormDialog
      form={form}
      title={t`Change Name`}
      submitLabel={t`Save`}
      pendingLabel={t`Saving`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      {familyFirst ? fields : fields.toReversed()}
    </FormDialog>
  );
}
