import { useLingui } from "@lingui/react/macro";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Section } from "../../app/words/section.tsx";
import type { FinishedWalkView } from "./finish-query.ts";
import { NamedValues } from "./named-values.tsx";
import { StepCard } from "./step-card.tsx";
import { checkWords } from "./walk-words.ts";

/** What came of a walk: in a sentence, then what was looked at, the token's claims, and each step. */
export function FinishedWalk({ finished }: { readonly finished: FinishedWalkView }) {
  const { t, i18n } = useLingui();
  const { steps, checks, idToken } = finished;
  const isGood =
    idToken !== null &&
    checks.every((one) => one.isGood) &&
    steps.every(({ answer }) => answer === null || answer.isGood);
  return (
    <>
      <div className="mb-8">
        {isGood ? (
          <Banner tone="success" role="status" title={t`The login works`}>
            {t`Every request was answered, and everything in the ID token is right.`}
          </Banner>
        ) : (
          <Banner tone="danger" role="alert" title={t`The login doesn't work yet`}>
            {t`Look at the last step below: its answer says why.`}
          </Banner>
        )}
      </div>
      <Section title={t`What was checked`}>
        <ul className="grid gap-1.5">
          {checks.map((one) => (
            <li key={one.check} className="flex flex-wrap items-center gap-x-3">
              <Badge tone={one.isGood ? "success" : "danger"}>
                {one.isGood ? t`OK` : t`Wrong`}
              </Badge>
              {i18n._(checkWords[one.check])}
            </li>
          ))}
        </ul>
      </Section>
      {idToken !== null && (
        <Section title={t`Claims of the ID token`}>
          <NamedValues values={idToken.claims} />
        </Section>
      )}
      <Section title={t`Step by step`}>
        <ol className="grid gap-4">
          {steps.map((step) => (
            <StepCard key={step.step} step={step} />
          ))}
        </ol>
      </Section>
    </>
  );
}
