import { useLingui } from "@lingui/react/macro";
import { parkContract, releaseContract } from "@sekimori/console-contract/endpoints/billing";
import type { MemberView } from "@sekimori/console-contract/endpoints/members";
import type { ParkingReason } from "@sekimori/console-contract/words";
import { Button } from "@sekimori/kit-web/primitives/button";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { useMay } from "../../app/session/session-query.ts";
import { toasts } from "../../app/toasts.ts";
import { ActDialog } from "./act-dialog.tsx";
import { readAgain } from "./member-queries.ts";
import { afterReleaseWords } from "./member-words.ts";

interface ContractActsProps {
  readonly member: string;
  readonly money: MemberView["money"];
  readonly reason: string;
}

/** Whether billing goes on with a contract. */
export function ContractActs({ member, money, reason }: ContractActsProps) {
  const { t, i18n } = useLingui();
  const [asked, setAsked] = useState<"park" | "release">();
  const mayHandle = useMay("handle-billing");
  const { contractId, contract, parked } = money;
  const isRunning = contract !== null && contract.state !== "ended";
  if (!mayHandle || contractId === null || !(isRunning || parked)) return null;
  const close = () => setAsked(undefined);

  const doing =
    (call: (reason: string) => Promise<unknown>, done: string) => async (why: string) => {
      await call(why);
      await readAgain(member);
      close();
      toasts.show({ tone: "success", title: done });
    };
  const park = (why: string) =>
    client.call(parkContract, { body: { contract: contractId, reason: why } });
  const release = (parkedFor: ParkingReason) => (why: string) =>
    client.call(releaseContract, { body: { contract: contractId, parkedFor, reason: why } });

  return (
    <div className="mt-3">
      {parked ? (
        <Button size="small" onClick={() => setAsked("release")}>{t`Resume billing`}</Button>
      ) : (
        <Button size="small" onClick={() => setAsked("park")}>{t`Exclude from billing`}</Button>
      )}
      {asked === "park" && (
        <ActDialog
          title={t`Exclude from billing`}
          confirmLabel={t`Exclude`}
          reason={reason}
          onConfirm={doing(park, t`The contract is excluded from billing.`)}
          onClose={close}
        >
          {t`Billing skips this contract until someone resumes it. Unpaid invoices stay unpaid.`}
        </ActDialog>
      )}
      {asked === "release" && parked && (
        <ActDialog
          title={t`Resume billing`}
          confirmLabel={t`Resume`}
          reason={reason}
          onConfirm={doing(release(parked.reason), t`Billing of the contract resumes.`)}
          onClose={close}
        >
          {i18n._(afterReleaseWords[parked.reason])}
        </ActDialog>
      )}
    </div>
  );
}
