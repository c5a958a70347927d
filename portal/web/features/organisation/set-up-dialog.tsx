import { useLingui } from "@lingui/react/macro";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { PasswordField } from "@sekimori/kit-web/primitives/password-field";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import {
  type ConnectionPage,
  changeConnectionSecret,
  setUpConnection,
} from "@sekimori/portal-contract/endpoints/single-sign-on";
import { client } from "../../app/client.ts";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";
import { toasts } from "../../app/toasts.ts";
import { choiceOf, keepConnection } from "./connection-query.ts";
import { refusalWords } from "./connection-words.ts";
import { RelyingParty } from "./service-provider.tsx";

type Values = { issuer: string; clientId: string; clientSecret: string; scopes: string };

const aboutAll = ["OrganisationNotIncluded", "NotFound", "TooManyRequest"];

interface SetUpDialogProps {
  readonly page: ConnectionPage;
  readonly onClose: () => void;
}

/** The provider's issuer, and what it knows us by; whatever was on before is off until it is tested. */
export function SetUpDialog({ page, onClose }: SetUpDialogProps) {
  const { connection } = page;
  const { t, i18n } = useLingui();
  const stepUp = useStepUp();
  const form = useForm<Values, Values>({
    defaultValues: {
      issuer: connection?.issuer ?? "",
      clientId: connection?.clientId ?? "",
      clientSecret: "",
      scopes: connection?.scopes ?? "openid email profile",
    },
    fields: {
      issuer: {
        label: t`Issuer`,
        requirement: "required",
        sentence({ params }) {
          const word = refusalWords[String(params?.reason)];
          return word && i18n._(word);
        },
      },
      clientId: { label: t`Client ID`, requirement: "required" },
      clientSecret: { label: t`Client secret`, requirement: "required" },
      scopes: { label: t`Scopes`, requirement: "required" },
    },
    validator: async () => schemaValidator((await import("./schemas.ts")).connectionSchema),
    async onSubmit(values) {
      const body = { ...values, connection: choiceOf(page) };
      keepConnection(await stepUp.run(() => client.call(setUpConnection, { body })));
      toasts.show({ tone: "success", title: t`Saved. Test it next.` });
      onClose();
    },
    place: ({ type }) => {
      if (type === "ProviderRefused") return "issuer";
      return aboutAll.includes(type) ? "form" : undefined;
    },
  });
  return (
    <>
      <FormDialog
        form={form}
        title={connection ? t`Change the connection` : t`Set up OpenID Connect`}
        submitLabel={t`Save`}
        pendingLabel={t`Asking the provider`}
        cancelLabel={t`Cancel`}
        onClose={onClose}
      >
        <p className="text-muted">
          {connection?.isOn
            ? t`Single sign-on is turned off until you've tested the new connection.`
            : t`Register this service at your OpenID provider first, and copy what it gives you.`}
        </p>
        {!connection && <RelyingParty page={page} />}
        <TextField
          {...form.field("issuer")}
          help={t`For example https://login.example.co.jp`}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
        />
        <TextField {...form.field("clientId")} autoComplete="off" spellCheck={false} />
        <SecretField {...form.field("clientSecret")} />
        <TextField {...form.field("scopes")} autoComplete="off" spellCheck={false} />
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}

type SecretFieldProps = Omit<
  React.ComponentProps<typeof PasswordField>,
  "showLabel" | "hideLabel" | "autoComplete"
>;

/** A secret of the provider's; no browser offers to keep it. */
function SecretField(props: SecretFieldProps) {
  const { t } = useLingui();
  return (
    <PasswordField
      {...props}
      autoComplete="new-password"
      showLabel={t`Show the client secret`}
      hideLabel={t`Hide the client secret`}
    />
  );
}

interface SecretDialogProps {
  readonly connection: string;
  readonly onClose: () => void;
}

/** Only the secret: the connection stays on or off. */
export function SecretDialog({ connection, onClose }: SecretDialogProps) {
  const { t } = useLingui();
  const stepUp = useStepUp();
  const form = useForm<{ clientSecret: string }, { clientSecret: string }>({
    defaultValues: { clientSecret: "" },
    fields: { clientSecret: { label: t`New client secret`, requirement: "required" } },
    validator: async () => schemaValidator((await import("./schemas.ts")).secretSchema),
    async onSubmit({ clientSecret }) {
      const body = { connection, clientSecret };
      keepConnection(await stepUp.run(() => client.call(changeConnectionSecret, { body })));
      toasts.show({ tone: "success", title: t`Client secret changed` });
      onClose();
    },
    place: ({ type }) => (aboutAll.includes(type) ? "form" : undefined),
  });
  return (
    <>
      <FormDialog
        form={form}
        title={t`Change the client secret`}
        submitLabel={t`Save`}
        pendingLabel={t`Saving`}
        cancelLabel={t`Cancel`}
        onClose={onClose}
      >
        <p className="text-muted">
          {t`It counts from the next login on. Single sign-on stays on or off. Run a test afterwards.`}
        </p>
        <SecretField {...form.field("clientSecret")} />
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}
