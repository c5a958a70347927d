import { useLingui } from "@lingui/react/macro";
import { formatYen } from "@sekimori/kit-contract/yen";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { answerPrice, type ContractView } from "@sekimori/portal-contract/endpoints/contract";
import { useRef, useState } from "react";
import { client } from "../../app/client.ts";
import { contractQuery, keepContract } from "../../app/contract-query.ts";
import { shownDay } from "../../app/day.tsx";
import { language } from "../../app/language.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { toasts } from "../../app/toasts.ts";

interface PriceChangeProps {
  readonly contract: ContractView;
  readonly announced: NonNullable<ContractView["announcedPrice"]>;
}

/** An announced price: from when, how much, and what follows from agreeing or not. */
export function PriceChange({ contract, announced }: PriceChangeProps) {
  const { t } = useLingui();
  const [busy, setBusy] = useState<boolean>();
  const box = useRef<HTMLDivElement>(null);
  const locale = language.current();
  const { effectiveOn, monthlyPrice, accepted } = announced;
  const day = shownDay(effectiveOn);
  const price = formatYen(monthlyPrice, locale);
  const before = contract.nextCharges.find(({ on }) => on < effectiveOn);
  const former = before && formatYen(before.amount, locale);

  async function answer(agrees: boolean) {
    setBusy(agrees);
    try {
      const body = { effectiveOn, monthlyPrice, accepted: agrees, locale };
      await keepContract(await client.call(answerPrice, { body }));
      toasts.show({
        tone: "success",
        title: agrees ? t`You agreed to the new price` : t`You didn't agree to the new price`,
      });
    } catch (error) {
      reportError(error);
      // Another price than the one on the screen is announced by now, or none.
      await queryClient.invalidateQueries({ queryKey: contractQuery.queryKey });
    } finally {
      setBusy(undefined);
    }
    // The button that was pressed has gone with the answer.
    box.current?.focus();
  }

  return (
    <Banner
      ref={box}
      className="mb-10 scroll-mt-40"
      tone={accepted === true ? "info" : "warning"}
      title={t`The price changes on ${{ day }}`}
      action={
        <div className="flex flex-wrap gap-3">
          {accepted !== true && (
            <Button
              variant="primary"
              pending={busy === true}
              pendingLabel={t`Saving`}
              unavailable={busy === false}
              onClick={() => void answer(true)}
            >
              {t`Agree to new price`}
            </Button>
          )}
          {accepted !== false && (
            <Button
              pending={busy === false}
              pendingLabel={t`Saving`}
              unavailable={busy === true}
              onClick={() => void answer(false)}
            >
              {t`Don't agree`}
            </Button>
          )}
        </div>
      }
    >
      <p>
        {former === undefined
          ? t`From then on, we charge ${{ price }} per month, tax included.`
          : t`From then on, we charge ${{ price }} per month, tax included, instead of ${{ former }}.`}
      </p>
      <p>
        {accepted === null && (
          <span>{t`If you don't agree, your plan ends the day before and you move to the free plan.`}</span>
        )}
        {accepted === true && (
          <span>{t`You've agreed. You can change your answer until then.`}</span>
        )}
        {accepted === false && (
          <span>{t`You didn't agree. Your plan ends the day before, and you move to the free plan. You can change your answer until then.`}</span>
        )}
      </p>
    </Banner>
  );
}
