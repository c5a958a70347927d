import { useLingui } from "@lingui/react/macro";
import { formatMoment } from "@sekimori/kit-contract/dates";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { useActForm } from "@sekimori/kit-web/form/use-act-form";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { DescriptionList } from "@sekimori/kit-web/primitives/description-list";
import { UnavailableButton } from "@sekimori/kit-web/primitives/unavailable-button";
import { CopyField } from "@sekimori/kit-web/shell/copy-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import {
  type Connection,
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
import { testProblemWords } from "./connection-words.ts";
import { SecretDialog, SetUpDialog } from "./set-up-dialog.tsx";

interface ConnectionSectionProps {
  /** Without the plan nothing is set up, tested or switched on. */
  readonly included: boolean;
  readonly hasDomain: boolean;
}

type Open = "set-up" | "secret" | "switch" | "remove";

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
        {t`Colleagues with an address in your verified domains log in through your own OpenID provider.`}
      </p>
      {!data && <QueryState error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <div className="mt-4">
            <CopyField
              label={t`Redirect URI to register at your provider`}
              text={data.redirectUri}
            />
          </div>
          {connection ? (
            <Details
              connection={connection}
              included={included}
              hasDomain={hasDomain}
              onOpen={setOpen}
            />
          ) : (
            <div className="mt-4">
              {included ? (
                <Button onClick={() => setOpen("set-up")}>{t`Set up single sign-on`}</Button>
              ) : (
                <UnavailableButton reason={t`Your plan doesn't include an organization now.`}>
                  {t`Set up single sign-on`}
                </UnavailableButton>
              )}
            </div>
          )}
        </>
      )}
      {open === "set-up" && <SetUpDialog connection={connection} onClose={close} />}
      {open === "secret" && <SecretDialog onClose={close} />}
      {open === "switch" && connection && (
        <SwitchDialog on={!connection.isOn} people={connection.people} onClose={close} />
      )}
      {open === "remove" && connection && (
        <RemoveDialog people={connection.people} onClose={close} />
      )}
    </section>
  );
}

interface DetailsProps extends ConnectionSectionProps {
  readonly connection: Connection;
  readonly onOpen: (what: Open) => void;
}

function Details({ connection, included, hasDomain, onOpen }: DetailsProps) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const { isOn, isTested } = connection;

  async function test() {
    setBusy(true);
    try {
      const { redirectUrl } = await client.call(testConnection, { body: {} });
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
        <DescriptionList
          rows={[
            { id: "issuer", label: t`Issuer`, value: <Long text={connection.issuer} /> },
            { id: "client", label: t`Client ID`, value: <Long text={connection.clientId} /> },
            {
              id: "secret",
              label: t`Client secret`,
              value: t`Set ${{ at: formatMoment(connection.secretChangedAt, language.current()) }} (not shown)`,
            },
            { id: "scopes", label: t`Scopes`, value: connection.scopes },
            { id: "people", label: t`People who log in with it`, value: connection.people },
          ]}
        />
      </div>
      {connection.test && <TestResult test={connection.test} />}
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
            <Button onClick={() => onOpen("set-up")}>{t`Change the connection`}</Button>
            <Button onClick={() => onOpen("secret")}>{t`Change the client secret`}</Button>
          </>
        )}
        <Button onClick={() => onOpen("remove")}>{t`Remove single sign-on`}</Button>
      </div>
    </>
  );
}

const Long = ({ text }: { readonly text: string }) => <span className="wrap-anywhere">{text}</span>;

/** What the last test showed: which claims came, and what is missing. */
function TestResult({ test }: { readonly test: NonNullable<Connection["test"]> }) {
  const { t, i18n } = useLingui();
  const { claims, domain, problems } = test;
  const works = problems.every((one) => one === "no-name");
  const at = formatMoment(test.at, language.current());
  return (
    <Banner
      className="mt-4"
      tone={works ? "success" : "warning"}
      role="status"
      title={works ? t`The last test succeeded (${{ at }})` : t`The last test failed (${{ at }})`}
    >
      {problems.length > 0 && (
        <ul className="list-disc pl-5">
          {problems.map((one) => (
            <li key={one}>{i18n._(testProblemWords[one])}</li>
          ))}
        </ul>
      )}
      {domain && <p>{t`Domain of the email address: ${{ domain }}`}</p>}
      {claims.length > 0 && (
        <p className="wrap-anywhere">{t`Claims received: ${{ list: claims.join(", ") }}`}</p>
      )}
    </Banner>
  );
}

interface SwitchDialogProps {
  readonly on: boolean;
  readonly people: number;
  readonly onClose: () => void;
}

function SwitchDialog({ on, people, onClose }: SwitchDialogProps) {
  const { t } = useLingui();
  const stepUp = useStepUp();
  const form = useActForm({
    async onSubmit() {
      const call = () => client.call(switchConnection, { body: { on } });
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
  people,
  onClose,
}: {
  readonly people: number;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const stepUp = useStepUp();
  const form = useActForm({
    async onSubmit() {
      keepConnection(await stepUp.run(() => client.call(removeConnection)));
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
