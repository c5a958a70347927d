import { useLingui } from "@lingui/react/macro";
import { portalPaths } from "@sekimori/karte-contract/constants";
import { acceptInvitation, lookAtInvitation } from "@sekimori/karte-contract/endpoints/people";
import { enterWorkspace } from "@sekimori/karte-contract/endpoints/session";
import { pagePaths, queryNames } from "@sekimori/karte-contract/page-routes";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { StatePage } from "@sekimori/kit-web/primitives/state-page";
import { Link } from "@sekimori/kit-web/routing/link";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { client, site } from "../../app/client.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { signInAddress } from "../../app/session/sign-in.ts";
import { roleWords } from "../../app/words/words.ts";

/** Says that the person has just been to the portal to join. */
const returned = "join";

/** /invitation: what the link in the mail invites to, and the way in. */
export function InvitationPage() {
  const { t, i18n } = useLingui();
  const [query] = useSearchParams();
  const token = query.get(queryNames.token) ?? "";
  const { data, error } = useQuery(
    {
      queryKey: ["invitation", token],
      queryFn: () => client.call(lookAtInvitation, { body: { token } }),
      retry: false,
    },
    queryClient,
  );
  const email = data?.email ?? "";
  const { state, join } = useJoining(token, email, query.has(returned));

  if (error) {
    return (
      <StatePage
        title={t`This invitation is no longer valid`}
        action={
          <Link to={pagePaths.overview} className={linkClass}>
            {t`Go to the overview`}
          </Link>
        }
      >
        {t`It has expired, or was already used, withdrawn or replaced. Ask the person who invited you for a new one.`}
      </StatePage>
    );
  }
  if (!data) return null;
  const { workspace, inviter } = data;
  const role = i18n._(roleWords[data.role]);
  return (
    <StatePage
      title={t`You're invited to “${{ workspace }}”`}
      action={
        state === "other-account" ? (
          <Button
            variant="primary"
            size="large"
            wide
            onClick={() => leave(token, { prompt: "login", email })}
          >
            {t`Log in as ${{ email }}`}
          </Button>
        ) : (
          <Button variant="primary" size="large" wide pending={state === "busy"} onClick={join}>
            {t`Join`}
          </Button>
        )
      }
    >
      {inviter === ""
        ? t`Your role: ${{ role }}.`
        : t`${{ inviter }} invited you. Your role: ${{ role }}.`}{" "}
      {t`The invitation is for ${{ email }}. No account yet? You can register on the way, without a plan or a card.`}
      {state === "other-account" && (
        <Banner tone="warning" role="alert" className="mt-6">
          {t`You're logged in with another email address. Log in with the one that was invited.`}
        </Banner>
      )}
    </StatePage>
  );
}

/** The portal signs the person in or up, and sends them back here. */
function leave(token: string, by: { readonly prompt: "create" | "login"; readonly email: string }) {
  const back = new URLSearchParams({ [queryNames.token]: token, [returned]: "1" });
  const more = { prompt: by.prompt, login_hint: by.email };
  window.location.assign(signInAddress(`${pagePaths.invitation}?${back}`, more));
}

/** Goes to the workspace, where the portal shows it. */
async function arrive(workspace: string) {
  await client.call(enterWorkspace, { body: { workspace } });
  const { portalOrigin } = await site();
  window.location.assign(`${portalOrigin}${portalPaths.frame}${pagePaths.overview}`);
}

type State = "ready" | "busy" | "other-account";

/** Joins: at once for whoever comes back from the portal, else by the button. */
function useJoining(token: string, email: string, isBack: boolean) {
  const [state, setState] = useState<State>("ready");

  const join = useCallback(async () => {
    setState("busy");
    try {
      const { workspace } = await client.call(acceptInvitation, { body: { token } });
      await arrive(workspace.id);
    } catch (failure) {
      if (isApiError(failure, "SessionExpired")) leave(token, { prompt: "create", email });
      // The link itself was good a moment ago: it is for somebody else.
      else if (isApiError(failure, "InvitationInvalid")) setState("other-account");
      else {
        setState("ready");
        reportError(failure);
      }
    }
  }, [token, email]);

  const begun = useRef(false);
  useEffect(() => {
    if (!isBack || email === "" || begun.current) return;
    begun.current = true;
    void join();
  }, [isBack, email, join]);

  return { state, join: () => void join() };
}
