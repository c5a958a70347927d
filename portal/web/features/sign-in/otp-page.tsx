import { useLingui } from "@lingui/react/macro";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { askedSecondFactor } from "@sekimori/portal-contract/endpoints/authenticators";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { firstWay } from "../../app/second-factor/first-way.ts";
import type { ProofWay } from "../../app/second-factor/use-proof-form.ts";
import { session } from "../../app/session/current.ts";
import { MailedCode } from "./mailed-code.tsx";
import { PasskeyStep } from "./passkey-step.tsx";
import { ProvedCode } from "./proved-code.tsx";
import { useTrust } from "./use-trust.tsx";

/** The second step of a sign-in: by the account's strongest way, as the server says. */
export function OtpPage() {
  const { t } = useLingui();
  const email = session.pendingSignIn?.email ?? session.account()?.email_address ?? "";
  const [chosen, setChosen] = useState<ProofWay>();
  // The sign-in has just said it; a page that was reloaded asks again.
  const [said] = useState(() => {
    const { ways, mayTrustBrowser = false } = session.pendingSignIn ?? {};
    return ways && { ways, mayTrustBrowser };
  });
  const asked = useQuery(
    {
      queryKey: ["second-factor"],
      queryFn: () => client.call(askedSecondFactor),
      enabled: said === undefined,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    },
    queryClient,
  );
  const known = said ?? asked.data;
  const trust = useTrust(known?.mayTrustBrowser ?? false);
  if (known === undefined) {
    return (
      <NarrowPage title={t`One-Time Password Verification`}>
        <QueryState error={asked.error} onRetry={() => void asked.refetch()} />
      </NarrowPage>
    );
  }
  const { ways } = known;
  const first = firstWay(ways);
  if (first === undefined || first === "email") return <MailedCode email={email} trust={trust} />;
  const way = chosen ?? first;
  const step = { email, ways, trust, onChoose: setChosen };
  return way === "passkey" ? (
    <PasskeyStep {...step} />
  ) : (
    <ProvedCode key={way} way={way} {...step} />
  );
}
