import { useLingui } from "@lingui/react/macro";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Checkbox } from "@sekimori/kit-web/primitives/checkbox";
import { FileField } from "@sekimori/kit-web/primitives/file-field";
import { TextArea } from "@sekimori/kit-web/primitives/text-area";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import {
  type Connection,
  type ConnectionPage,
  changeConnectionCertificates,
  setUpSamlConnection,
} from "@sekimori/portal-contract/endpoints/single-sign-on";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";
import { toasts } from "../../app/toasts.ts";
import { choiceOf, keepConnection } from "./connection-query.ts";
import { refusalWords } from "./connection-words.ts";
import { ServiceProvider } from "./service-provider.tsx";

type Saml = NonNullable<Connection["saml"]>;

type Values = {
  metadata: string;
  entityId: string;
  ssoUrl: string;
  certificates: string;
  allowsProviderStart: boolean;
};

/** The lines of XML and of certificates have no place to break, and would make the dialog as wide as they are. */
const ownWidth = "contain-inline-size";

const aboutAll = ["OrganisationNotIncluded", "NotFound", "TooManyRequest"];

const textsOf = (saml: Saml | null): string =>
  (saml?.certificates ?? []).map(({ text }) => text.trim()).join("\n");

/** The word for a refused description, at whichever field it stands. */
function useRefusal() {
  const { i18n } = useLingui();
  return ({ params }: { readonly params?: Readonly<Record<string, unknown>> | undefined }) => {
    const word = refusalWords[String(params?.reason)];
    return word && i18n._(word);
  };
}

/** Where a refusal is shown that is about one of the typed values. */
const fieldOf = (reason: unknown) => {
  if (reason === "no-entity-id") return "entityId" as const;
  return reason === "no-address" ? ("ssoUrl" as const) : ("certificates" as const);
};

interface SamlDialogProps {
  readonly page: ConnectionPage;
  readonly onClose: () => void;
}

/** What the provider needs of us, and its metadata or what stands in it. */
export function SamlDialog({ page, onClose }: SamlDialogProps) {
  const { t } = useLingui();
  const stepUp = useStepUp();
  const { connection } = page;
  const saml = connection?.saml ?? null;
  const [byHand, setByHand] = useState(saml !== null);
  const sentence = useRefusal();
  const form = useForm<Values, Values>({
    defaultValues: {
      metadata: "",
      entityId: saml ? (connection?.issuer ?? "") : "",
      ssoUrl: saml?.ssoUrl ?? "",
      certificates: textsOf(saml),
      allowsProviderStart: saml?.allowsProviderStart ?? false,
    },
    fields: {
      metadata: { label: t`Metadata of the provider (XML)`, requirement: "required", sentence },
      entityId: { label: t`Entity ID of the provider`, requirement: "required", sentence },
      ssoUrl: { label: t`Login URL of the provider`, requirement: "required", sentence },
      certificates: { label: t`Certificates of the provider`, requirement: "required", sentence },
      allowsProviderStart: { label: t`Allow logins that start at the provider` },
    },
    // The server says what is missing of the values: which of them are asked for, the person chooses.
    validator: async () => schemaValidator((await import("./schemas.ts")).samlSchema),
    async onSubmit(values) {
      const description = byHand
        ? { ...values, metadata: "" }
        : { ...values, entityId: "", ssoUrl: "", certificates: "" };
      const body = { ...description, connection: choiceOf(page) };
      const saved = await stepUp.run(() => client.call(setUpSamlConnection, { body }));
      keepConnection(saved);
      const title = saved.connection?.isTested ? t`Saved` : t`Saved. Test it next.`;
      toasts.show({ tone: "success", title });
      onClose();
    },
    place: ({ type, data }) => {
      if (type === "ProviderRefused") return byHand ? fieldOf(data.reason) : "metadata";
      return aboutAll.includes(type) ? "form" : undefined;
    },
  });

  async function take(file: File | undefined) {
    if (file) form.set("metadata", await file.text());
  }

  return (
    <>
      <FormDialog
        form={form}
        title={saml ? t`Change the connection` : t`Set up SAML`}
        submitLabel={t`Save`}
        pendingLabel={t`Saving`}
        cancelLabel={t`Cancel`}
        onClose={onClose}
      >
        <p className="text-muted">
          {connection?.isOn
            ? t`Single sign-on is turned off until you've tested the new connection. It stays on if you change only whether logins may start at the provider.`
            : t`Register this service at your SAML provider first.`}
        </p>
        {!saml && <ServiceProvider page={page} />}
        {byHand ? (
          <>
            <TextField {...form.field("entityId")} autoComplete="off" spellCheck={false} />
            <TextField
              {...form.field("ssoUrl")}
              help={t`The address for the HTTP-Redirect binding`}
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
            />
            <CertificatesField {...form.field("certificates")} />
          </>
        ) : (
          <>
            <FileField
              label={t`Metadata file`}
              accept=".xml,text/xml,application/xml,application/samlmetadata+xml"
              chooseLabel={t`Choose a file`}
              noneLabel={t`No file chosen`}
              onChange={(event) => void take(event.currentTarget.files?.[0])}
            />
            <TextArea
              {...form.field("metadata")}
              className={ownWidth}
              help={t`Or paste what your provider lets you download.`}
              autoComplete="off"
              spellCheck={false}
            />
          </>
        )}
        <Button variant="plain" flush onClick={() => setByHand(!byHand)}>
          {byHand ? t`Use the metadata instead` : t`Enter the values by hand instead`}
        </Button>
        <Checkbox
          {...form.field("allowsProviderStart")}
          help={t`Needed only if people open this service from a list of apps at the provider.`}
        />
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}

function CertificatesField(
  props: Omit<React.ComponentProps<typeof TextArea>, "help" | "autoComplete" | "spellCheck">,
) {
  const { t } = useLingui();
  return (
    <TextArea
      {...props}
      className={ownWidth}
      help={t`In PEM (BEGIN CERTIFICATE), up to four. All of them count, so add the new one before the provider switches to it.`}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

interface CertificatesDialogProps {
  readonly connection: string;
  readonly saml: Saml;
  readonly onClose: () => void;
}

/** Only the certificates: the connection stays on or off. */
export function CertificatesDialog({ connection, saml, onClose }: CertificatesDialogProps) {
  const { t } = useLingui();
  const stepUp = useStepUp();
  const sentence = useRefusal();
  const form = useForm<{ certificates: string }, { certificates: string }>({
    defaultValues: { certificates: textsOf(saml) },
    fields: {
      certificates: { label: t`Certificates of the provider`, requirement: "required", sentence },
    },
    validator: async () => schemaValidator((await import("./schemas.ts")).certificatesSchema),
    async onSubmit({ certificates }) {
      const body = { connection, certificates };
      keepConnection(await stepUp.run(() => client.call(changeConnectionCertificates, { body })));
      toasts.show({ tone: "success", title: t`Certificates changed` });
      onClose();
    },
    place: ({ type }) => {
      if (type === "ProviderRefused") return "certificates";
      return aboutAll.includes(type) ? "form" : undefined;
    },
  });
  return (
    <>
      <FormDialog
        form={form}
        title={t`Change the certificates`}
        submitLabel={t`Save`}
        pendingLabel={t`Saving`}
        cancelLabel={t`Cancel`}
        onClose={onClose}
      >
        <p className="text-muted">
          {t`New certificates take effect at the next login; removed ones stop working. Single sign-on stays on or off. Run a test afterwards.`}
        </p>
        <CertificatesField {...form.field("certificates")} />
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}
