import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { PageForm } from "@sekimori/kit-web/shell/page-form";
import type { SecondFactorWay } from "@sekimori/portal-contract/endpoints/authenticators";
import { beginSecondFactorPasskey } from "@sekimori/portal-contract/endpoints/passkeys";
import { proveSecondFactor } from "@sekimori/portal-contract/endpoints/sign-in";
import { client } from "../../app/client.ts";
import { withPasskey } from "../../app/passkey/passkey.ts";
import { OtherWays } from "../../app/second-factor/other-ways.tsx";
import { usePasskeyForm } from "../../app/second-factor/use-passkey-form.ts";
import type { ProofWay } from "../../app/second-factor/use-proof-form.ts";
import { useProofSentence } from "../../app/second-factor/use-proof-sentence.ts";
import { session } from "../../app/session/current.ts";
import { pageAfter } from "../../app/sign-up-flow/page-after-sign-in.ts";
import { LostWays, StartOver, TooManyTries } from "./start-over.tsx";
import type { BrowserTrust } from "./use-trust.tsx";

interface PasskeyStepProps {
  readonly email: string;
  readonly ways: readonly SecondFactorWay[];
  readonly trust: BrowserTrust;
  readonly onChoose: (way: ProofWay) => void;
}

/** The second step of a sign-in by one of the account's passkeys. */
export function PasskeyStep({ email, ways, trust, onChoose }: PasskeyStepProps) {
  const { t } = useLingui();
  const { tick, ...asked } = trust;
  const navigate = useNavigate();
  const sentence = useProofSentence("passkey");
  const form = usePasskeyForm(async () => {
    const options = await client.call(beginSecondFactorPasskey, { body: {} });
    const outcome = await withPasskey(options, (passkey) =>
      client.call(proveSecondFactor, { body: { way: "passkey", passkey, ...asked } }),
    );
    await navigate(pageAfter(session, outcome, email), { replace: true });
  });
  const { error } = form.problems;
  if (error?.type === "OTPExceeded") return <TooManyTries error={error} email={email} />;
  return (
    <NarrowPage title={t`Use your passkey`} description={sentence}>
      <PageForm form={form} submitLabel={t`Use passkey`} pendingLabel={t`Waiting for your passkey`}>
        {tick}
      </PageForm>
      <div className="mt-6 grid justify-items-start gap-2">
        <OtherWays way="passkey" ways={ways} onChoose={onChoose} />
        <StartOver email={email} />
        <LostWays email={email} />
      </div>
    </NarrowPage>
  );
}
