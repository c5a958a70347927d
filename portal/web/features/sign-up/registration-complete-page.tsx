import { useLingui } from "@lingui/react/macro";
import { personName } from "@sekimori/kit-contract/person-name";
import { EmptyIllustration } from "@sekimori/kit-web/brand/state-illustrations";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { DescriptionList } from "@sekimori/kit-web/primitives/description-list";
import { Link } from "@sekimori/kit-web/routing/link";
import { useLocation, useNavigate } from "@sekimori/kit-web/routing/navigation";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useWindowTitle } from "@sekimori/kit-web/window-title";
import type { Profile } from "@sekimori/portal-contract/endpoints/profile-view";
import { kartePage, kartePaths, pagePaths } from "@sekimori/portal-contract/page-routes";
import { planNames } from "@sekimori/portal-contract/plan-ids";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { cardText } from "../../app/card-fields/card-text.ts";
import { language } from "../../app/language.ts";
import { PaymentTimeline } from "../../app/payment-dates/payment-timeline.tsx";
import { profileQuery } from "../../app/profile-query.ts";
import { useSite } from "../../app/site.ts";

/** Whether the registration was completed today: it hands its day over with the navigation. */
const isOfToday = (state: unknown): boolean =>
  typeof state === "object" &&
  state !== null &&
  "registeredOn" in state &&
  state.registeredOn === new Date().toDateString();

/**
 * /registration-complete: thanks, what was agreed and when it costs what, and what to do first. What
 * it says of today is no longer true tomorrow: whoever opens it then comes to My Page.
 */
export function RegistrationCompletePage() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const isNew = isOfToday(state);
  useEffect(() => {
    if (!isNew) void navigate(pagePaths.security, { replace: true });
  }, [isNew, navigate]);
  return isNew ? <Thanks /> : null;
}

function Thanks() {
  const { t } = useLingui();
  const { data: profile, error, refetch } = useQuery(profileQuery, queryClient);
  const heading = t`Thank you for registering`;
  useWindowTitle(heading);
  return (
    <div className="mx-auto w-full max-w-[42rem] px-4 py-8 sm:py-12">
      <EmptyIllustration className="mx-auto mb-6 block" />
      <h1 tabIndex={-1} className="text-center text-std-26B-150 sm:text-std-32B-150">
        {heading}
      </h1>
      {profile ? (
        <Completed profile={profile} />
      ) : (
        <QueryState error={error} onRetry={() => void refetch()} />
      )}
    </div>
  );
}

function Completed({ profile }: { readonly profile: Profile }) {
  const { t } = useLingui();
  const { email_address: email, first_name, last_name, plan } = profile;
  const name = personName(first_name, last_name, language.current());
  const { freeUntil, nextBillingOn, monthlyPrice, taxPercent, state } = plan;
  return (
    <>
      <p className="mt-3 text-center text-balance text-muted">
        {t`${{ name }}, your account is ready. We sent a confirmation to this address:`}
        <span className="block wrap-anywhere text-text">{email}</span>
      </p>
      <FirstSteps />
      <section aria-labelledby="agreed" className="mt-12">
        <h2 id="agreed" className="mb-4 text-std-20B-150">
          {t`Your order`}
        </h2>
        {nextBillingOn !== null && monthlyPrice !== null && (
          <div className="mb-6">
            <PaymentTimeline
              dates={{
                freeUntil,
                hasTrial: state === "trial",
                firstChargeOn: nextBillingOn,
                monthlyPrice,
                taxPercent,
              }}
            />
          </div>
        )}
        <DescriptionList rows={useRows(profile)} />
      </section>
    </>
  );
}

function useRows({ plan, card }: Profile) {
  const { t } = useLingui();
  const { scansPerMonth: scans } = plan;
  return [
    { id: "plan", label: t`Plan`, value: planNames[plan.id][language.current()] },
    {
      id: "scans",
      label: t`Manual scans`,
      value: scans === null ? t`Unlimited` : t`Up to ${{ scans }} per month`,
    },
    ...(card
      ? [{ id: "card", label: t`Payment method`, value: cardText(card, t`ending in`) }]
      : []),
    {
      id: "terms",
      label: t`Agreement to the terms`,
      value: t`Service Terms and Member Terms`,
    },
  ];
}

/** The one thing to do now, where this installation has a place to do it. */
function FirstSteps() {
  const { t } = useLingui();
  const site = useSite();
  const hasApplication = site !== undefined && site.karteOrigin !== null;
  const secondary = buttonClass({ size: "large" });
  return (
    <div className="mt-8 flex flex-col items-stretch justify-center gap-3 sm:flex-row">
      {hasApplication && (
        <Link
          to={kartePage(kartePaths.siteList)}
          className={buttonClass({ variant: "primary", size: "large" })}
        >
          {t`Register your first domain`}
        </Link>
      )}
      <Link to={pagePaths.security} className={secondary}>
        {t`Go to My Page`}
      </Link>
    </div>
  );
}
