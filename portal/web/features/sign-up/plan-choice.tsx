import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { formatYen } from "@sekimori/kit-contract/yen";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { CheckIcon } from "@sekimori/kit-web/icons";
import { unbrokenCounts } from "@sekimori/kit-web/language/unbroken-counts";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { Radio, RadioGroup } from "@sekimori/kit-web/primitives/radio-group";
import { Skeleton } from "@sekimori/kit-web/primitives/skeleton";
import { freePlanLimits } from "@sekimori/portal-contract/legal/free-plan";
import { planNames } from "@sekimori/portal-contract/plan-ids";
import { useQuery } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { language } from "../../app/language.ts";
import { legalQuery } from "../../app/legal-query.ts";

interface PlanChoiceProps {
  readonly texts: Pick<ComponentProps<typeof RadioGroup>, "id" | "label" | "error">;
  readonly control: Pick<ComponentProps<typeof Radio>, "name" | "onChange" | "onBlur" | "ref">;
}

/** Which plan to begin with, with what each costs and gives (specification 1). */
export function PlanChoice({ texts, control }: PlanChoiceProps) {
  const { t } = useLingui();
  // What the legal notice discloses: a price announced for the day of the first charge counts.
  const offer = useQuery(legalQuery, queryClient).data;
  const locale = language.current();
  return (
    <RadioGroup {...texts}>
      <Radio
        {...control}
        value="detailed"
        framed
        label={
          <PlanTitle
            name={planNames.detailed[locale]}
            price={offer && formatYen(offer.monthlyPrice, locale)}
            isTaxed
          >
            <TrialBadge months={offer?.trialMonths ?? 0} />
          </PlanTitle>
        }
        help={
          <Features
            features={[
              t`Unlimited manual scans, and every finding in detail`,
              t`Billed on the 1st by credit card`,
              t`Cancel at any time; your plan runs to the end of the month`,
            ]}
          />
        }
      />
      <Radio
        {...control}
        value="free"
        framed
        label={<PlanTitle name={planNames.free[locale]} price={formatYen(0, locale)} />}
        help={
          <Features
            features={[
              unbrokenCounts(freePlanLimits[locale]),
              t`A monthly summary by email`,
              t`No card needed`,
            ]}
          />
        }
      />
    </RadioGroup>
  );
}

interface PlanTitleProps {
  readonly name: string;
  /** Yen a month; undefined until it is known. */
  readonly price: string | undefined;
  readonly isTaxed?: boolean;
  readonly children?: ReactNode;
}

function PlanTitle({ name, price, isTaxed = false, children }: PlanTitleProps) {
  const { t } = useLingui();
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <span className="font-700">{name}</span>
      {children}
      <span className="ml-auto text-[0.875rem] text-muted">
        {price === undefined ? (
          <Skeleton className="h-5 w-28" />
        ) : (
          <span>
            <Trans>
              <span className="text-std-22B-150 text-text tabular-nums">{price}</span> per month
            </Trans>
            {isTaxed && <span>{t`, tax included`}</span>}
          </span>
        )}
      </span>
    </span>
  );
}

function Features({ features }: { readonly features: readonly string[] }) {
  return (
    <span className="mt-2 grid gap-1">
      {features.map((feature) => (
        <span key={feature} className="flex gap-2">
          <CheckIcon aria-hidden="true" className="mt-[0.3em] shrink-0 text-key" />
          <span>{feature}</span>
        </span>
      ))}
    </span>
  );
}

function TrialBadge({ months }: { readonly months: number }) {
  if (months === 0) return null;
  return (
    <Badge tone="key">
      <Plural value={months} one="# month free" other="# months free" />
    </Badge>
  );
}
