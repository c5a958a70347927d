import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { formatYen } from "@sekimori/kit-web/language/yen";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { Radio, RadioGroup } from "@sekimori/kit-web/primitives/radio-group";
import { Skeleton } from "@sekimori/kit-web/primitives/skeleton";
import { freeScansPerMonth } from "@sekimori/portal-contract/constants";
import type { ComponentProps } from "react";
import { language } from "../../app/language.ts";
import { useSite } from "../../app/site.ts";
import { planNames } from "./plan-names.ts";

interface PlanChoiceProps {
  readonly texts: Pick<ComponentProps<typeof RadioGroup>, "id" | "label" | "error">;
  readonly control: Pick<ComponentProps<typeof Radio>, "name" | "onChange" | "onBlur" | "ref">;
}

/** Which plan to begin with, with what each costs and needs (SPEC 1). */
export function PlanChoice({ texts, control }: PlanChoiceProps) {
  const { i18n } = useLingui();
  return (
    <RadioGroup {...texts}>
      <Radio
        {...control}
        value="detailed"
        framed
        label={
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-700">
            {i18n._(planNames.detailed)}
            <TrialBadge />
          </span>
        }
        help={<DetailedTerms />}
      />
      <Radio
        {...control}
        value="free"
        framed
        label={<span className="font-700">{i18n._(planNames.free)}</span>}
        help={
          <Trans>
            Up to {freeScansPerMonth} manual scans a month and a monthly summary by email. No card
            needed.
          </Trans>
        }
      />
    </RadioGroup>
  );
}

function TrialBadge() {
  const months = useSite()?.detailedPlan.trialMonths;
  if (months === undefined || months === 0) return null;
  return (
    <Badge tone="key">
      <Plural value={months} one="# month free" other="# months free" />
    </Badge>
  );
}

function DetailedTerms() {
  const plan = useSite()?.detailedPlan;
  if (!plan) return <Skeleton className="mt-1.5 h-4 w-4/5" />;
  const price = formatYen(plan.monthlyPrice, language.current());
  return (
    <Trans>
      After the free trial {price} a month, tax included, billed on the 1st by credit card. You can
      cancel at any time.
    </Trans>
  );
}
