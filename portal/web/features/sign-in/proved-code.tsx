import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { PageForm } from "@sekimori/kit-web/shell/page-form";
import type { SecondFactorWay } from "@sekimori/portal-contract/endpoints/authenticators";
import { proveSecondFactor } from "@sekimori/portal-contract/endpoints/sign-in";
import { client } from "../../app/client.ts";
import { OtherWays } from "../../app/second-factor/other-ways.tsx";
import { ProofField } from "../../app/second-factor/proof-field.tsx";
import {
  type ProofWay,
  type TypedWay,
  useProofForm,
} from "../../app/second-factor/use-proof-form.ts";
import { useProofSentence } from "../../app/second-factor/use-proof-sentence.ts";
import { session } from "../../app/session/current.ts";
import { pageAfter } from "../../app/sign-up-flow/page-after-sign-in.ts";
import { LostWays, StartOver, TooManyTries } from "./start-over.tsx";
import type { BrowserTrust } from "./use-trust.tsx";

interface ProvedCodeProps {
  readonly email: string;
  readonly way: TypedWay;
  readonly ways: readonly SecondFactorWay[];
  readonly trust: BrowserTrust;
  readonly onChoose: (way: ProofWay) => void;
}

/** The second step of a sign-in by the authenticator app, or by a recovery code. */
export function ProvedCode({ email, way, ways, trust, onChoose }: ProvedCodeProps) {
  const { t } = useLingui();
  const { tick, ...asked } = trust;
  const navigate = useNavigate();
  const sentence = useProofSentence(way);
  const form = useProofForm({
    way,
    async onSubmit(proof) {
      const body = proof.way === "app" ? { ...proof, ...asked } : proof;
      const outcome = await client.call(proveSecondFactor, { body });
      await navigate(pageAfter(session, outcome, email), { replace: true });
    },
  });
  const { error } = form.problems;
  if (error?.type === "OTPExceeded") return <TooManyTries error={error} email={email} />;
  return (
    <NarrowPage title={t`One-Time Password Verification`} description={sentence}>
      <PageForm form={form} submitLabel={t`Verify`} pendingLabel={t`Verifying`}>
        {/* Above: the last digit sends the form. */}
        {way === "app" && tick}
        <ProofField way={way} form={form} />
      </PageForm>
      <div className="mt-6 grid justify-items-start gap-2">
        <OtherWays way={way} ways={ways} onChoose={onChoose} />
        <StartOver email={email} />
        <LostWays email={email} />
      </div>
    </NarrowPage>
  );
}
