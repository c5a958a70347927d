import { useLingui } from "@lingui/react/macro";
import { Button } from "@sekimori/kit-web/primitives/button";
import type { SecondFactorWay } from "@sekimori/portal-contract/endpoints/authenticators";
import { knowsPasskeys } from "../passkey/passkey.ts";
import type { ProofWay } from "./use-proof-form.ts";

interface OtherWaysProps {
  readonly way: ProofWay;
  readonly ways: readonly SecondFactorWay[];
  readonly onChoose: (way: ProofWay) => void;
}

const isProof = (way: SecondFactorWay): way is ProofWay => way !== "email";

/** Leads to the other ways of proving the second factor, as far as there are any. */
export function OtherWays({ way, ways, onChoose }: OtherWaysProps) {
  const { t } = useLingui();
  const labels: Readonly<Record<ProofWay, string>> = {
    passkey: t`Use a passkey instead`,
    app: t`Use your authenticator app instead`,
    "recovery-code": t`Use a recovery code instead`,
  };
  const others = ways
    .filter(isProof)
    .filter((one) => one !== way && (one !== "passkey" || knowsPasskeys()));
  return others.map((other) => (
    <Button
      key={other}
      variant="plain"
      flush
      className="justify-self-start"
      onClick={() => onChoose(other)}
    >
      {labels[other]}
    </Button>
  ));
}
