import { useLingui } from "@lingui/react/macro";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { ProgressBar } from "@sekimori/kit-web/primitives/progress-bar";
import { useNavigate, useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import type { InteractionView } from "@sekimori/portal-contract/endpoints/openid";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { language } from "../../app/language.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { clientStorage, session } from "../../app/session/current.ts";
import { Consent } from "./consent.tsx";
import { finish } from "./finish.ts";
import { interactionQuery } from "./interaction-query.ts";
import { OtherAccount } from "./other-account.tsx";
import { Reauthenticate } from "./reauthenticate.tsx";
import { RequestOver } from "./request-over.tsx";
import { requestEnds, returnToRequest } from "./return-to-request.ts";
import { SelectAccount } from "./select-account.tsx";

/** /authorize: an application asks for a sign-in, and the portal answers. */
export function AuthorizePage() {
  const [query] = useSearchParams();
  const uid = query.get("interaction") ?? "";
  const { data, error, refetch } = useQuery(interactionQuery(uid), queryClient);
  if (error) {
    const otherwise = requestEnds.find((end) => end === query.get("otherwise"));
    return <RequestOver error={error} otherwise={otherwise} onRetry={() => void refetch()} />;
  }
  if (!data) return <Waiting />;
  if (data.step === "consent") return <Consent uid={uid} request={data} />;
  if (data.step === "reauthenticate") {
    return <Reauthenticate uid={uid} request={data} onDone={() => refetch()} />;
  }
  if (data.step === "select-account" && data.account) {
    return <SelectAccount uid={uid} request={data} account={data.account} />;
  }
  if (data.step === "continue") return <Continue uid={uid} />;
  return data.otherAccount && data.account ? (
    <OtherAccount uid={uid} request={data} account={data.account} />
  ) : (
    <ToAccount uid={uid} request={data} />
  );
}

/**
 * Strangers who have chosen no language read on in the one that the application shows them. It is
 * not kept: another visit begins in the browser's again.
 */
async function readInLanguageOf({ account, language: wanted }: InteractionView): Promise<void> {
  const isStranger = account === null && clientStorage.read("language") === undefined;
  if (wanted === null || !isStranger) return;
  await language.switchTo(wanted).catch(reportError);
}

/**
 * Nobody is signed in: the request is remembered, and shown again after a sign-in, or after the
 * sign-up that the application invites to.
 */
function ToAccount({ uid, request }: { uid: string; request: InteractionView }) {
  const navigate = useNavigate();
  const hint = request.loginHint ?? undefined;
  const isInvited = request.step === "sign-up";

  useEffect(() => {
    // What this browser remembers of a sign-in, the server no longer knows.
    if (session.isLoggedIn()) session.ended("left");
    const page = isInvited
      ? pageUrl("register", { login_hint: hint, invited: "yes" })
      : pageUrl("login", { login_hint: hint });
    // The next page's sentences are fetched in the language that is set by then.
    void Promise.all([returnToRequest(uid, request), readInLanguageOf(request)]).then(() =>
      navigate(page, { replace: true }),
    );
  }, [uid, hint, isInvited, request, navigate]);

  return <Waiting />;
}

/** Nothing is left to ask. */
function Continue({ uid }: { uid: string }) {
  const [failure, setFailure] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt sends it again
  useEffect(() => {
    finish(uid, "continue").catch(setFailure);
  }, [uid, attempt]);

  function retry() {
    setFailure(undefined);
    setAttempt(attempt + 1);
  }

  return failure ? <RequestOver error={failure} onRetry={retry} /> : <Waiting />;
}

function Waiting() {
  const { t } = useLingui();
  return (
    <NarrowPage title={t`Continuing to the application`}>
      <ProgressBar label={t`One moment.`} />
    </NarrowPage>
  );
}
