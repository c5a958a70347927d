import { useLingui } from "@lingui/react/macro";
import type { WalkStep } from "@sekimori/console-contract/endpoints/integration/walks";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { NamedValues } from "./named-values.tsx";
import { stepWords } from "./walk-words.ts";

/** One request with its answer. */
export function StepCard({ step }: { readonly step: WalkStep }) {
  const { t, i18n } = useLingui();
  const { answer, headers, parameters } = step;
  const name = i18n._(stepWords[step.step]);
  return (
    <li className="rounded-8 border border-border p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-std-16B-170">{name}</h3>
        {answer !== null && (
          <Badge tone={answer.isGood ? "success" : "danger"}>
            {answer.status ?? (answer.isGood ? t`Returned` : t`Refused`)}
          </Badge>
        )}
      </div>
      <p className="mt-1 mb-3">
        <code className="text-[0.875rem] wrap-anywhere">{`${step.method} ${step.url}`}</code>
      </p>
      {headers.length > 0 && <Part title={t`Headers`} values={headers} />}
      {parameters.length > 0 && <Part title={t`Parameters`} values={parameters} />}
      {answer !== null && answer.values.length > 0 && (
        <Part title={t`Answer`} values={answer.values} />
      )}
    </li>
  );
}

interface PartProps {
  readonly title: string;
  readonly values: WalkStep["parameters"];
}

function Part({ title, values }: PartProps) {
  return (
    <div className="mt-3">
      <h4 className="mb-1 text-[0.875rem] font-700 text-muted">{title}</h4>
      <NamedValues values={values} />
    </div>
  );
}
