import { useLingui } from "@lingui/react/macro";
import { formatMoment } from "@sekimori/kit-contract/dates";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { useActForm } from "@sekimori/kit-web/form/use-act-form";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { DescriptionList } from "@sekimori/kit-web/primitives/description-list";
import { UnavailableButton } from "@sekimori/kit-web/primitives/unavailable-button";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { hasPassed } from "@sekimori/portal-contract/connection-tests";
import { certificateWarnings } from "@sekimori/portal-contract/constants";
import {
  type Connection,
  type ConnectionPage,
  prepareSaml,
  removeConnection,
  switchConnection,
  testConnection,
} from "@sekimori/portal-contract/endpoints/single-sign-on";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";
import { toasts } from "../../app/toasts.ts";
import { connectionQuery, keepConnection } from "./connection-query.ts";
import { samlProblemWords, signOutWords, testProblemWords } from "./connection-words.ts";
import { CertificatesDialog, SamlDialog } from "./saml-dialogs.tsx";
import { RelyingParty, ServiceProvider } from "./service-provider.tsx";
import { SecretDialog, SetUpDialog } from "./set-up-dialog.tsx";
import { SignOutDialog } from "./sign-out-dialog.tsx";

interface ConnectionSectionProps {
  /** Without the plan nothing is set up, tested or switched on. */
  readonly included: boolean;
  readonly hasDomain: boolean;
}

type Open = "set-up" | "saml" | "secret" | "certificates" | "sign-out" | "switch" | "remove";

/** Single sign-on by the organisation's own provider: set up, tested, then on. */
export function ConnectionSection({ included, hasDomain }: ConnectionSectionProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState<Open>();
  const { data, error, refetch } = useQuery(connectionQuery, queryClient);
  const close = () => setOpen(undefined);
  const connection = data?.connection ?? null;
  return (
    <section className="mb-12">
      <h2 className="scroll-mt-40 text-std-20B-150">
        {t`Single sign-on`}{" "}
        {connection && (
          <Badge tone={connection.isOn ? "success" : "neutral"}>
            {connection.isOn ? t`On` : t`Off`}
          </Badge>
        )}
      </h2>
      <p className="mt-1 text-muted">
        {t`Colleagues with an address in your verified domains log in through your own identity provider.`}
      </p>
      {!data && <QueryState error={error} onRetry={() => void refetch()} />}
      {data &&
        (connection ? (
          <Details
            page={data}
            connection={connection}
            included={included}
            hasDomain={hasDomain}
            onOpen={setOpen}
          />
        ) : (
          <SetUp included={included} onOpen={setOpen} />
        ))}
      {open === "set-up" && data && <SetUpDialog page={data} onClose={close} />}
      {open === "saml" && data && <SamlDialog page={data} onClose={close} />}
      {open === "secret" && connection && (
        <SecretDialog connection={connection.id} onClose={close} />
      )}
      {open === "certificates" && connection?.saml && (
        <CertificatesDialog connection={connection.id} saml={connection.saml} onClose={close} />
      )}
      {open === "sign-out" && connection && (
        <SignOutDialog connection={connection} onClose={close} />
      )}
      {open === "switch" && connection && <SwitchDialog connection={connection} onClose={close} />}
      {open === "remove" && connection && <RemoveDialog connection={connection} onClose={close} />}
    </section>
  );
}

interface SetUpProps {
  readonly included: boolean;
  readonly onOpen: (what: Open) => void;
}

/** By which protocol the provider is spoken to. */
function SetUp({ included, onOpen }: SetUpProps) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);

  async function prepare() {
    setBusy(true);
    try {
      // The provider wants to know our certificate before anything can be set up here.
      keepConnection(await client.call(prepareSaml, { body: { connection: "new" } }));
      onOpen("saml");
    } catch (error) {
      reportError(error);
    } finally {
      setBusy(false);
    }
  }

  const names = [t`Set up OpenID Connect`, t`Set up SAML`] as const;
  if (!included) {
    return (
      <div className="mt-4 flex flex-wrap gap-3">
        {names.map((name) => (
          <UnavailableButton key={name} reason={t`Your plan doesn't include an organization now.`}>
            {name}
          </UnavailableButton>
        ))}
      </div>
    );
  }
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      <Button onClick={() => onOpen("set-up")}>{names[0]}</Button>
      <Button pending={busy} pendingLabel={t`One moment`} onClick={() => void prepare()}>
        {names[1]}
      </Button>
    </div>
  );
}

interface DetailsProps extends ConnectionSectionProps {
  readonly page: ConnectionPage;
  readonly connection: Connection;
  readonly onOpen: (what: Open) => void;
}

function Details({ page, connection, included, hasDomain, onOpen }: DetailsProps) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const { isOn, isTested, saml } = connection;

  async function test() {
    setBusy(true);
    try {
      const { redirectUrl } = await client.call(testConnection, {
        body: { connection: connection.id },
      });
      window.location.assign(redirectUrl);
    } catch (error) {
      setBusy(false);
      reportError(error);
    }
  }

  const obstacle = included
    ? isTested
      ? hasDomain
        ? undefined
        : t`Verify a domain first.`
      : t`Run a successful test first.`
    : t`Your plan doesn't include an organization now.`;
  return (
    <>
      <div className="mt-4">
        {saml ? <ServiceProvider page={page} /> : <RelyingParty page={page} />}
      </div>
      <div className="mt-4">
        <ConnectionRows connection={connection} />
      </div>
      {connection.test && <TestResult test={connection.test} isSaml={saml !== null} />}
      <div className="mt-4 flex flex-wrap gap-3">
        {included && (
          <Button
            variant={isTested ? "secondary" : "primary"}
            pending={busy}
            pendingLabel={t`Opening your provider`}
            onClick={() => void test()}
          >
            {t`Test`}
          </Button>
        )}
        {isOn ? (
          <Button onClick={() => onOpen("switch")}>{t`Turn off`}</Button>
        ) : obstacle === undefined ? (
          <Button variant="primary" onClick={() => onOpen("switch")}>{t`Turn on`}</Button>
        ) : (
          <UnavailableButton reason={obstacle}>{t`Turn on`}</UnavailableButton>
        )}
        {included && (
          <>
            <Button onClick={() => onOpen(saml ? "saml" : "set-up")}>
              {t`Change the connection`}
            </Button>
            {saml ? (
              <Button onClick={() => onOpen("certificates")}>{t`Change the certificates`}</Button>
            ) : (
              <Button onClick={() => onOpen("secret")}>{t`Change the client secret`}</Button>
            )}
            <Button onClick={() => onOpen("sign-out")}>{t`Change the logout`}</Button>
          </>
        )}
        <Button onClick={() => onOpen("remove")}>{t`Remove single sign-on`}</Button>
      </div>
    </>
  );
}

/** What the connection is made of. */
function ConnectionRows({ connection }: { readonly connection: Connection }) {
  const { t, i18n } = useLingui();
  const { saml, issuer, clientId, scopes, people, secretChangedAt } = connection;
  const setAt = formatMoment(secretChangedAt, language.current());
  const counted = { id: "people", label: t`People who log in with it`, value: people };
  const leaving = {
    id: "sign-out",
    label: t`When people log out here`,
    value: i18n._(signOutWords[connection.signOut]),
  };
  const rows = saml
    ? [
        { id: "protocol", label: t`Protocol`, value: "SAML 2.0" },
        { id: "issuer", label: t`Entity ID of the provider`, value: <Long text={issuer} /> },
        { id: "address", label: t`Login URL of the provider`, value: <Long text={saml.ssoUrl} /> },
        {
          id: "certificates",
          label: t`Certificates of the provider`,
          value: <Certificates saml={saml} />,
        },
        {
          id: "start",
          label: t`Logins that start at the provider`,
          value: saml.allowsProviderStart ? t`Allowed` : t`Not allowed`,
        },
        leaving,
        counted,
      ]
    : [
        { id: "protocol", label: t`Protocol`, value: "OpenID Connect" },
        { id: "issuer", label: t`Issuer`, value: <Long text={issuer} /> },
        { id: "client", label: t`Client ID`, value: <Long text={clientId ?? ""} /> },
        { id: "secret", label: t`Client secret`, value: t`Set ${{ at: setAt }} (not shown)` },
        { id: "scopes", label: t`Scopes`, value: scopes ?? "" },
        leaving,
        counted,
      ];
  return <DescriptionList rows={rows} />;
}

/** Until when each counts, and by which an administrator knows it. */
function Certificates({ saml }: { readonly saml: NonNullable<Connection["saml"]> }) {
  const { t } = useLingui();
  return (
    <ul className="space-y-2">
      {saml.certificates.map(({ fingerprint, endsAt }) => (
        <li key={fingerprint}>
          <CertificateEnd endsAt={endsAt} />
          <span className="block text-[0.8125rem] wrap-anywhere text-muted">
            {t`SHA-256: ${{ fingerprint }}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

function CertificateEnd({ endsAt }: { readonly endsAt: string }) {
  const { t } = useLingui();
  const [now] = useState(() => Date.now());
  const at = formatMoment(endsAt, language.current());
  const left = Date.parse(endsAt) - now;
  const isEnding = left > 0 && left <= certificateWarnings[0] * dayMs;
  return (
    <span className="flex flex-wrap gap-x-2">
      <span>{t`Until ${{ at }}`}</span>
      {left <= 0 && <Badge tone="danger">{t`Expired`}</Badge>}
      {isEnding && <Badge tone="warning">{t`Expires soon`}</Badge>}
    </span>
  );
}

const Long = ({ text }: { readonly text: string }) => <span className="wrap-anywhere">{text}</span>;

/** What the last test showed: which claims came, and what is missing. */
function TestResult({
  test,
  isSaml,
}: {
  readonly test: NonNullable<Connection["test"]>;
  readonly isSaml: boolean;
}) {
  const { t, i18n } = useLingui();
  const { claims, domain, problems } = test;
  const works = hasPassed(problems);
  const isSafe = works && !problems.includes("address-is-id");
  const at = formatMoment(test.at, language.current());
  return (
    <Banner
      className="mt-4"
      tone={isSafe ? "success" : "warning"}
      role="status"
      title={works ? t`The last test succeeded (${{ at }})` : t`The last test failed (${{ at }})`}
    >
      {problems.length > 0 && (
        <ul className="list-disc pl-5">
          {problems.map((one) => (
            <li key={one}>{i18n._((isSaml && samlProblemWords[one]) || testProblemWords[one])}</li>
          ))}
        </ul>
      )}
      {domain && <p>{t`Domain of the email address: ${{ domain }}`}</p>}
      {claims.length > 0 && (
        <p className="wrap-anywhere">
          {isSaml
            ? t`Attributes received: ${{ list: claims.join(", ") }}`
            : t`Claims received: ${{ list: claims.join(", ") }}`}
        </p>
      )}
    </Banner>
  );
}

interface SwitchDialogProps {
  readonly connection: Pick<Connection, "id" | "isOn" | "people">;
  readonly onClose: () => void;
}

function SwitchDialog({ connection: { id, isOn, people }, onClose }: SwitchDialogProps) {
  const on = !isOn;
  const { t } = useLingui();
  const stepUp = useStepUp();
  const form = useActForm({
    async onSubmit() {
      const call = () => client.call(switchConnection, { body: { connection: id, on } });
      keepConnection(await stepUp.run(call));
      toasts.show({
        tone: "success",
        title: on ? t`Single sign-on is on` : t`Single sign-on is off`,
      });
      onClose();
    },
    place: ({ type }) =>
      ["ConnectionNotReady", "OrganisationNotIncluded", "NotFound", "TooManyRequest"].includes(type)
        ? "form"
        : undefined,
  });
  return (
    <>
      <FormDialog
        form={form}
        title={on ? t`Turn single sign-on on` : t`Turn single sign-on off`}
        submitLabel={on ? t`Turn on` : t`Turn off`}
        pendingLabel={t`One moment`}
        cancelLabel={t`Cancel`}
        danger={!on}
        onClose={onClose}
      >
        {on ? (
          <p>{t`Everyone your provider lets in with an address in your verified domains can join. Colleagues who have an account already are asked first, and can keep it as a personal account. Passwords keep working.`}</p>
        ) : (
          <Consequences people={people} />
        )}
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}

function Consequences({ people }: { readonly people: number }) {
  const { t } = useLingui();
  return (
    <>
      <p>{t`People who log in with it now: ${{ people }}`}</p>
      <p>{t`They can't log in through your provider from then on. Those with a password use it; the others set one by email. Nothing is deleted, and people who are logged in stay so until their session ends.`}</p>
    </>
  );
}

function RemoveDialog({
  connection: { id, people },
  onClose,
}: {
  readonly connection: Pick<Connection, "id" | "people">;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const stepUp = useStepUp();
  const form = useActForm({
    async onSubmit() {
      const call = () => client.call(removeConnection, { query: { connection: id } });
      keepConnection(await stepUp.run(call));
      toasts.show({ tone: "success", title: t`Single sign-on removed` });
      onClose();
    },
    place: ({ type }) => (["NotFound", "TooManyRequest"].includes(type) ? "form" : undefined),
  });
  return (
    <>
      <FormDialog
        form={form}
        title={t`Remove single sign-on`}
        submitLabel={t`Remove`}
        pendingLabel={t`Removing`}
        cancelLabel={t`Cancel`}
        danger
        onClose={onClose}
      >
        <Consequences people={people} />
        <p>{t`If you set it up again, everyone is asked anew.`}</p>
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}
