import { useLingui } from "@lingui/react/macro";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Checkbox } from "@sekimori/kit-web/primitives/checkbox";
import { EmailField } from "@sekimori/kit-web/primitives/email-field";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { changeEmail } from "@sekimori/portal-contract/endpoints/change-email";
import type { Profile } from "@sekimori/portal-contract/endpoints/profile-view";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { client } from "../../app/client.ts";
import { profileQuery } from "../../app/profile-query.ts";
import { clientStorage } from "../../app/session/current.ts";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";

type Values = { email: string; agreed: boolean };

interface ChangeEmailDialogProps {
  readonly profile: Profile;
  readonly onClose: () => void;
}

/** A new address: it has to be agreed to, and confirmed by a code sent there. */
export function ChangeEmailDialog({ profile, onClose }: ChangeEmailDialogProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const stepUp = useStepUp();
  const form = useForm<Values, { email: string; agreed: true }>({
    defaultValues: { email: "", agreed: false },
    fields: {
      email: { label: t`New email address`, requirement: "required" },
      agreed: {
        label: t`I agree to use the new address as my login ID and to receive notices there.`,
        sentence: () => t`Select the checkbox to agree to the change.`,
      },
    },
    validator: async () => schemaValidator((await import("./schemas.ts")).newEmailSchema),
    async onSubmit(body) {
      await stepUp.run(() => client.call(changeEmail, { body }));
      clientStorage.write("changedEmail", body.email);
      await queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
      await navigate(pagePaths.changeEmailVerify);
    },
    place: ({ type }) => {
      if (type === "EmailDuplicated") return "email";
      return type === "ManagedExternally" || type === "TooManyRequest" ? "form" : undefined;
    },
  });
  return (
    <>
      <FormDialog
        form={form}
        title={t`Change Email Address`}
        submitLabel={t`Send`}
        pendingLabel={t`Sending`}
        cancelLabel={t`Cancel`}
        onClose={onClose}
      >
        <p className="text-muted">
          {t`We'll send a code to your new address. Your login ID stays ${{ email: profile.email_address }} until you enter the code.`}
        </p>
        <EmailField {...form.field("email")} autoComplete="email" />
        <Checkbox {...form.field("agreed")} />
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}
