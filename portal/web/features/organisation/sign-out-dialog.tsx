import { useLingui } from "@lingui/react/macro";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Radio, RadioGroup } from "@sekimori/kit-web/primitives/radio-group";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import {
  type Connection,
  changeConnectionSignOut,
} from "@sekimori/portal-contract/endpoints/single-sign-on";
import { signOutsAtProvider } from "@sekimori/portal-contract/sign-outs-at-provider";
import { client } from "../../app/client.ts";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";
import { toasts } from "../../app/toasts.ts";
import { keepConnection } from "./connection-query.ts";
import { logoutRefusalWords, signOutWords } from "./connection-words.ts";

type Values = { signOut: Connection["signOut"]; sloUrl: string };

const aboutAll = ["OrganisationNotIncluded", "NotFound", "TooManyRequest"];

interface SignOutDialogProps {
  readonly connection: Connection;
  readonly onClose: () => void;
}

/** Whether who logs out here logs out at the provider, too; the connection stays on or off. */
export function SignOutDialog({ connection, onClose }: SignOutDialogProps) {
  const { t, i18n } = useLingui();
  const stepUp = useStepUp();
  const { saml } = connection;
  const sentence = ({
    params,
  }: {
    readonly params?: Readonly<Record<string, unknown>> | undefined;
  }) => {
    const word = logoutRefusalWords[String(params?.reason)];
    return word && i18n._(word);
  };
  const form = useForm<Values, Values>({
    defaultValues: { signOut: connection.signOut, sloUrl: saml?.sloUrl ?? "" },
    fields: {
      signOut: { label: t`When people log out here`, requirement: "required", sentence },
      sloUrl: { label: t`Logout URL of the provider`, requirement: "optional", sentence },
    },
    validator: async () => schemaValidator((await import("./schemas.ts")).signOutSchema),
    async onSubmit(values) {
      const body = { ...values, connection: connection.id };
      keepConnection(await stepUp.run(() => client.call(changeConnectionSignOut, { body })));
      toasts.show({ tone: "success", title: t`Logout changed` });
      onClose();
    },
    place: ({ type, data }) => {
      if (type === "ProviderRefused") {
        return data.reason === "no-address" || saml ? "sloUrl" : "signOut";
      }
      return aboutAll.includes(type) ? "form" : undefined;
    },
  });
  return (
    <>
      <FormDialog
        form={form}
        title={t`Change the logout`}
        submitLabel={t`Save`}
        pendingLabel={t`Saving`}
        cancelLabel={t`Cancel`}
        onClose={onClose}
      >
        <p className="text-muted">
          {t`Single sign-on stays on or off. People who log out at the provider are logged out here in any case, once the provider knows the addresses for it.`}
        </p>
        <RadioGroup {...form.texts("signOut")}>
          {signOutsAtProvider.map((one) => (
            <Radio
              key={one}
              {...form.control("signOut")}
              value={one}
              label={i18n._(signOutWords[one])}
            />
          ))}
        </RadioGroup>
        {saml && (
          <TextField
            {...form.field("sloUrl")}
            help={t`The address for the HTTP-Redirect binding. Without it, nobody is logged out at the provider.`}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}
