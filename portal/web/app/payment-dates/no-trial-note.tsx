import { Trans } from "@lingui/react/macro";
import { unbrokenCounts } from "@sekimori/kit-web/language/unbroken-counts";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import type { FinalConfirmation } from "@sekimori/portal-contract/endpoints/final-confirmation";
import { chargedToday, noTrialReason } from "@sekimori/portal-contract/legal/no-trial";
import type { ReactNode } from "react";
import { language } from "../language.ts";

interface NoTrialNoteProps {
  readonly confirmation: FinalConfirmation;
  /** The way to another card, where it does not stand beside this. */
  readonly anotherCard?: ReactNode;
}

/** That there is no free trial, why, what is paid today, and what would help. */
export function NoTrialNote({ confirmation, anotherCard }: NoTrialNoteProps) {
  const { trialUsedBy, firstChargeOn, monthlyPrice } = confirmation;
  if (trialUsedBy === null || firstChargeOn === null || monthlyPrice === null) return null;
  const locale = language.current();
  const charged = chargedToday({ ...confirmation, firstChargeOn }, monthlyPrice)[locale];
  const byCard = trialUsedBy === "card";
  return (
    <Banner
      className="mb-6"
      title={noTrialReason[trialUsedBy][locale]}
      action={byCard && anotherCard}
    >
      <p>{unbrokenCounts(charged)}</p>
      {byCard && (
        <p>
          <Trans>To get the free trial, use a card that hasn't been used for one.</Trans>
        </p>
      )}
    </Banner>
  );
}
