import { useLingui } from "@lingui/react/macro";
import { refusalsDays } from "@sekimori/console-contract/constants";
import type { ApplicationView } from "@sekimori/console-contract/endpoints/integration/applications";
import { integrationPagePaths } from "@sekimori/console-contract/page-routes";
import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { StatePage } from "@sekimori/kit-web/primitives/state-page";
import { Link } from "@sekimori/kit-web/routing/link";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { CopyField } from "@sekimori/kit-web/shell/copy-field";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useIntegrator } from "../../app/session/integrator-query.ts";
import { useWriting } from "../../app/words/here.ts";
import { Facts, Section } from "../../app/words/section.tsx";
import {
  applicationQuery,
  guideAddress,
  refusalsAddress,
  tryAddress,
} from "./application-queries.ts";
import { EditDialog } from "./edit-dialog.tsx";
import { kindWords, proofWords } from "./kind-words.ts";
import { RemoveDialog } from "./remove-dialog.tsx";
import { RotateDialog } from "./rotate-dialog.tsx";

/** One application: what it is set up with, what is registered, and what can be done. */
export function ApplicationPage() {
  const { t } = useLingui();
  const [query] = useSearchParams();
  const id = query.get("id") ?? "";
  const { data, error, refetch } = useQuery(applicationQuery(id), queryClient);
  if (isApiError(error, "ApplicationNotFound")) {
    return (
      <StatePage
        title={t`We can't find this application`}
        action={
          <Link to={integrationPagePaths.applications} className={buttonClass({ size: "large" })}>
            {t`Back to the applications`}
          </Link>
        }
      >
        {t`It may have been removed, or it's someone else's.`}
      </StatePage>
    );
  }
  return data === undefined ? (
    <QueryState error={error} onRetry={() => void refetch()} of={t`Application`} />
  ) : (
    <ShownApplication application={data} />
  );
}

function ShownApplication({ application }: { readonly application: ApplicationView }) {
  const { t, i18n } = useLingui();
  const { day, moment } = useWriting();
  const { data: integrator } = useIntegrator();
  const [asked, setAsked] = useState<"edit" | "rotate" | "remove">();
  const { id, name, kind, proof, isOwn, refusals, registration, formerSecretUntil } = application;
  const close = () => setAsked(undefined);
  return (
    <>
      <PageHeader
        title={name}
        actions={!isOwn && <Button onClick={() => setAsked("edit")}>{t`Edit`}</Button>}
      />
      {isOwn && (
        <Banner tone="info" title={t`This application is the operator's own`}>
          {t`It opens the operator's doors, so only commands can change it.`}
        </Banner>
      )}
      <Section title={t`Settings for your application`}>
        <CopyField label={t`Issuer`} text={integrator?.issuer ?? ""} />
        <CopyField label={t`Client ID`} text={id} />
        {registration.redirectUris.length > 0 && (
          <p className="mt-3">
            <Link to={guideAddress(id)} className={linkClass}>
              {t`See how to set it up, step by step`}
            </Link>
          </p>
        )}
      </Section>
      {proof === "secret" && !isOwn && (
        <Section title={t`Client secret`}>
          <p className="mb-3">
            {formerSecretUntil === null
              ? t`One secret works. A new one can work beside it while you change over.`
              : t`Two secrets work: the new one, and the former one until ${{ until: moment(formerSecretUntil) }}.`}
          </p>
          <Button onClick={() => setAsked("rotate")}>{t`Create a new secret`}</Button>
        </Section>
      )}
      {!isOwn && proof !== "keys" && registration.redirectUris.length > 0 && (
        <Section title={t`Try the login`}>
          <p className="mb-3">
            {t`Log in to the application by this console, and see each request, each answer and the claims.`}
          </p>
          <Link to={tryAddress(id)} className={buttonClass({})}>
            {t`Try the login`}
          </Link>
        </Section>
      )}
      <Section title={t`Refused requests`}>
        <p>
          {refusals === 0 ? (
            t`None in the last ${{ days: refusalsDays }} days.`
          ) : (
            <Link to={refusalsAddress(id)} className={linkClass}>
              {t`See what was refused, and why`}
            </Link>
          )}
        </p>
      </Section>
      <Section title={t`What's registered`}>
        <Facts
          facts={[
            { id: "kind", label: t`Type`, value: i18n._(kindWords[kind]) },
            { id: "proof", label: t`Proves itself by`, value: i18n._(proofWords[proof]) },
            {
              id: "redirect",
              label: t`Return addresses after login`,
              value: <Addresses of={registration.redirectUris} />,
            },
            {
              id: "logout",
              label: t`Return addresses after logout`,
              value: <Addresses of={registration.postLogoutRedirectUris} />,
            },
            {
              id: "back-channel",
              label: t`Address for back-channel logout`,
              value: <Addresses of={[registration.backChannelLogoutUri ?? ""]} />,
            },
            {
              id: "scopes",
              label: t`May ask for`,
              value:
                registration.scopes.length === 0 ? t`Any scope` : registration.scopes.join(", "),
            },
            {
              id: "added",
              label: t`Added`,
              value: day(tokyoDay(new Date(application.createdAt))),
            },
            {
              id: "strict",
              label: t`Stricter than usual`,
              value: <Strictness registration={registration} />,
            },
          ]}
        />
      </Section>
      {!isOwn && (
        <Section title={t`Remove the application`}>
          <p className="mb-3">{t`People can no longer log in to it, and its tokens stop working.`}</p>
          <Button variant="danger" onClick={() => setAsked("remove")}>
            {t`Remove the application`}
          </Button>
        </Section>
      )}
      {asked === "edit" && <EditDialog application={application} onClose={close} />}
      {asked === "rotate" && (
        <RotateDialog id={id} formerSecretUntil={formerSecretUntil} onClose={close} />
      )}
      {asked === "remove" && <RemoveDialog id={id} name={name} onClose={close} />}
    </>
  );
}

function Addresses({ of }: { readonly of: readonly string[] }) {
  const shown = of.filter((address) => address !== "");
  if (shown.length === 0) return "–";
  return (
    <ul>
      {shown.map((address) => (
        <li key={address}>
          <code className="text-[0.875rem] wrap-anywhere">{address}</code>
        </li>
      ))}
    </ul>
  );
}

function Strictness({ registration }: Pick<ApplicationView, "registration">) {
  const { t } = useLingui();
  const { requirePushedRequests, requireDpop, isPkceOptional } = registration;
  const said = [
    requirePushedRequests ? t`Pushed authorization requests only` : "",
    requireDpop ? t`Tokens bound to its key only (DPoP)` : "",
  ].filter((word) => word !== "");
  return (
    <span className="flex flex-wrap gap-2">
      {said.length === 0 && !isPkceOptional && <span>–</span>}
      {said.map((word) => (
        <Badge key={word} tone="success">
          {word}
        </Badge>
      ))}
      {isPkceOptional && <Badge tone="warning">{t`Without PKCE`}</Badge>}
    </span>
  );
}
