import { useLingui } from "@lingui/react/macro";
import { confirmRequest, withdrawRequest } from "@sekimori/console-contract/endpoints/requests";
import { pagePaths } from "@sekimori/console-contract/page-routes";
import type { RequestView } from "@sekimori/console-contract/request-schema";
import { actOfRequest } from "@sekimori/console-contract/rights";
import { serverClock } from "@sekimori/kit-web/clock/server-clock";
import { Button } from "@sekimori/kit-web/primitives/button";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Link } from "@sekimori/kit-web/routing/link";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { useMay } from "../../app/session/session-query.ts";
import { toasts } from "../../app/toasts.ts";
import { useWriting } from "../../app/words/here.ts";
import { PriceMail } from "../../app/words/price-mail.tsx";
import { Facts } from "../../app/words/section.tsx";
import { identityWords, rolesIn } from "../../app/words/words.ts";
import { DecisionDialog } from "./decision-dialog.tsx";
import { useRequestWords } from "./request-words.ts";
import { readAgain } from "./requests-query.ts";

/** One request: what is asked for, by whom and why, and what one may do about it. */
export function RequestCard({ request }: { readonly request: RequestView }) {
  const { t, i18n } = useLingui();
  const { moment } = useWriting();
  const [asked, setAsked] = useState<"confirm" | "withdraw">();
  const mayDecide = useMay(actOfRequest[request.act]);
  const { id, note, staff, identity, price, member, reason, askedBy, isOwn, aloneFrom } = request;
  const { title, follows } = useRequestWords(request);
  const isTime = aloneFrom !== null && Date.parse(aloneFrom) <= serverClock.now();
  const mayConfirm = mayDecide && (!isOwn || isTime);
  const close = () => setAsked(undefined);

  async function decide(call: typeof confirmRequest | typeof withdrawRequest, done: string) {
    await client.call(call, { body: { request: id } });
    close();
    toasts.show({ tone: "success", title: done });
    await readAgain();
  }

  return (
    <li className="rounded-8 border border-border bg-surface p-4 sm:p-5">
      <h2 className="mb-3 text-std-18B-160">{title}</h2>
      <Facts
        facts={[
          ...(member === null
            ? []
            : [
                {
                  id: "member",
                  label: t`Member`,
                  value: (
                    <Link to={`${pagePaths.member}?id=${member}`} className={linkClass}>
                      {member}
                    </Link>
                  ),
                },
              ]),
          { id: "by", label: t`Asked by`, value: isOwn ? t`You` : askedBy },
          { id: "at", label: t`Asked on`, value: moment(request.askedAt) },
          { id: "reason", label: t`Reason`, value: reason },
          ...(note === null
            ? []
            : [{ id: "note", label: t`Reason on the credit note`, value: note }]),
          ...(staff === null || staff.roles.length === 0
            ? []
            : [{ id: "roles", label: t`Roles`, value: rolesIn(staff.roles, i18n) }]),
          ...(price === null
            ? []
            : [
                {
                  id: "tax",
                  label: t`Consumption tax in it`,
                  value: `${price.taxPercent}%`,
                },
              ]),
          ...(identity === null
            ? []
            : [
                {
                  id: "identity",
                  label: t`Identity checked`,
                  value: i18n._(identityWords[identity]),
                },
              ]),
          { id: "until", label: t`Expires on`, value: moment(request.expiresAt) },
        ]}
      />
      {price !== null && (
        <div className="mt-3">
          <PriceMail effectiveOn={price.effectiveOn} monthlyPrice={price.monthlyPrice} />
        </div>
      )}
      {isOwn && mayDecide && !isTime && (
        <p className="mt-3 text-[0.9375rem]">
          {aloneFrom === null
            ? t`Someone else has to confirm this.`
            : t`Nobody else can confirm this, so you can from ${{ at: moment(aloneFrom) }}.`}
        </p>
      )}
      {(isOwn || mayDecide) && (
        <div className="mt-4 flex flex-wrap gap-3">
          {mayConfirm && (
            <Button size="small" variant="primary" onClick={() => setAsked("confirm")}>
              {t`Confirm`}
            </Button>
          )}
          <Button size="small" onClick={() => setAsked("withdraw")}>
            {isOwn ? t`Take back` : t`Decline`}
          </Button>
        </div>
      )}
      {asked === "confirm" && (
        <DecisionDialog
          title={title}
          confirmLabel={t`Confirm`}
          onConfirm={() => decide(confirmRequest, t`Confirmed and done.`)}
          onClose={close}
          danger
        >
          {follows}
        </DecisionDialog>
      )}
      {asked === "withdraw" && (
        <DecisionDialog
          title={isOwn ? t`Take back the request` : t`Decline the request`}
          confirmLabel={isOwn ? t`Take back` : t`Decline`}
          onConfirm={() => decide(withdrawRequest, t`The request is closed. Nothing was changed.`)}
          onClose={close}
        >
          {t`Nothing changes. Anyone can ask again.`}
        </DecisionDialog>
      )}
    </li>
  );
}
