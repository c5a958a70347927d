import { useLingui } from "@lingui/react/macro";
import { portalPaths } from "@sekimori/karte-contract/constants";
import {
  answerOffer,
  leaveWorkspace,
  takeContract,
} from "@sekimori/karte-contract/endpoints/workspaces";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { actOfOffer } from "@sekimori/karte-contract/rights";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Button } from "@sekimori/kit-web/primitives/button";
import { DescriptionList } from "@sekimori/kit-web/primitives/description-list";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { here } from "../../app/here.ts";
import { reportedAct } from "../../app/session/reported-act.ts";
import { useMayDo } from "../../app/session/session-query.ts";
import { siteQuery } from "../../app/session/workspace-queries.ts";
import { ConfirmDialog } from "../../app/shell/confirm-dialog.tsx";
import { useRecentSignIn } from "../../app/shell/recent-sign-in.tsx";
import { Section } from "../../app/shell/section.tsx";
import { Moment } from "../../app/words/moment.tsx";
import { DataDialog } from "./data-dialog.tsx";
import { LeaveDialog } from "./leave-dialog.tsx";
import { CloseDialog, RenameDialog } from "./name-dialog.tsx";
import { OfferDialog } from "./offer-dialog.tsx";
import { OfferList } from "./offer-section.tsx";
import { workspaceQuery } from "./workspace-queries.ts";

/** Acts that want a recent sign-in, by the words that the address opens them with. */
const guarded = ["ownership", "contract", "close", "take", "accept", "data", "leave"] as const;
type Guarded = (typeof guarded)[number];

type Open =
  | { readonly kind: "rename" }
  | { readonly kind: Guarded; readonly offer?: string | undefined };

/** What the address asks to be opened: whoever was away to confirm a sign-in comes back to it. */
function openedBy(address: URLSearchParams): Open | undefined {
  const kind = guarded.find((one) => one === address.get("act"));
  return kind && { kind, offer: address.get("offer") ?? undefined };
}

/** /workspace: its name, its contract, who takes it over, leaving and closing. */
export function WorkspacePage() {
  const { t } = useLingui();
  const [address, setAddress] = useSearchParams();
  const [open, setOpen] = useState(() => openedBy(address));
  const recent = useRecentSignIn();
  const may = useMayDo();
  const { data, error, refetch } = useQuery(workspaceQuery, queryClient);
  const portal = useQuery(siteQuery, queryClient).data?.portalOrigin;
  function close() {
    setOpen(undefined);
    // Opened once: neither a reload nor the way back opens it again.
    if (address.has("act")) void setAddress({}, { replace: true, animated: false });
  }

  function begin(kind: Guarded, offer?: string) {
    const query = new URLSearchParams({ act: kind, ...(offer === undefined ? {} : { offer }) });
    recent.begin(() => setOpen({ kind, offer }), `${pagePaths.workspace}?${query}`);
  }

  async function leave() {
    const isDone = await reportedAct(async () => {
      await client.call(leaveWorkspace, { body: {} });
      here.entered(undefined);
      await queryClient.resetQueries();
    });
    if (isDone) close();
  }

  if (!data) return <QueryState error={error} onRetry={() => void refetch()} />;
  const { name, offers, onYourContract, contractIsFree, billingOwner } = data;
  const mayOfferOwnership = may(actOfOffer("ownership"));
  const mayOfferContract = onYourContract && may(actOfOffer("contract"));
  const mayTake = contractIsFree && may("contract");
  const payer = onYourContract ? t`You` : (billingOwner?.name ?? t`No contract holder`);
  return (
    <>
      <PageHeader
        title={t`Workspace`}
        actions={
          may("manage-owners") && (
            <Button onClick={() => setOpen({ kind: "rename" })}>{t`Rename`}</Button>
          )
        }
      />
      <Section title={name}>
        <DescriptionList
          rows={[
            { id: "made", label: t`Created`, value: <Moment at={data.createdAt} withExact /> },
            { id: "contract", label: t`Contract holder`, value: payer },
          ]}
        />
      </Section>
      {offers.length > 0 && (
        <Section title={t`Waiting for a response`}>
          <OfferList
            offers={offers}
            mayWithdraw={(what) => may(actOfOffer(what))}
            act={reportedAct}
            onAccept={({ id }) => begin("accept", id)}
          />
        </Section>
      )}
      {(mayOfferOwnership || mayOfferContract || mayTake) && (
        <Section
          title={t`Transfer`}
          description={t`The other person has to accept. Nothing changes until then.`}
        >
          <div className="flex flex-wrap gap-3">
            {mayOfferOwnership && (
              <Button onClick={() => begin("ownership")}>{t`Transfer ownership`}</Button>
            )}
            {mayOfferContract && (
              <Button onClick={() => begin("contract")}>{t`Transfer contract`}</Button>
            )}
            {mayTake && (
              <Button variant="primary" onClick={() => begin("take")}>
                {t`Move to my contract`}
              </Button>
            )}
          </div>
        </Section>
      )}
      <Section
        title={t`Your own data`}
        description={t`Everything we keep about you here, in all your workspaces.`}
      >
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button onClick={() => begin("data")}>{t`Download your data`}</Button>
          {portal && (
            <a href={`${portal}${portalPaths.data}`} target="_top" className={linkClass}>
              {t`Export your data from both applications on My Page`}
            </a>
          )}
        </div>
      </Section>
      <Section title={t`Leave or close`}>
        <div className="flex flex-wrap gap-3">
          <Button
            onClick={() =>
              // Only who owns it gives something up that another could not give back.
              may("resign-ownership") ? begin("leave") : setOpen({ kind: "leave" })
            }
          >{t`Leave workspace`}</Button>
          {may("close-workspace") && (
            <Button variant="danger" onClick={() => begin("close")}>
              {t`Close workspace`}
            </Button>
          )}
        </div>
      </Section>
      {open?.kind === "rename" && <RenameDialog name={name} onClose={close} />}
      {open?.kind === "close" && <CloseDialog name={name} onClose={close} />}
      {(open?.kind === "ownership" || open?.kind === "contract") && (
        <OfferDialog what={open.kind} onClose={close} />
      )}
      {open?.kind === "leave" && (
        <LeaveDialog
          workspace={data}
          onLeave={leave}
          onTransfer={() => begin("contract")}
          onClose={close}
        />
      )}
      {open?.kind === "take" && (
        <ConfirmDialog
          title={t`Move “${{ name }}” to your contract?`}
          confirmLabel={t`Move to my contract`}
          onConfirm={async () => {
            if (await reportedAct(() => client.call(takeContract, { body: {} }))) close();
          }}
          onClose={close}
        >
          <p>{t`Your contract's limits and fees will apply to it.`}</p>
        </ConfirmDialog>
      )}
      {open?.kind === "data" && <DataDialog onClose={close} />}
      {open?.kind === "accept" && (
        <ConfirmDialog
          title={t`Accept this request?`}
          confirmLabel={t`Accept`}
          onConfirm={async () => {
            const params = { id: open.offer ?? "" };
            const body = { accepted: true };
            if (await reportedAct(() => client.call(answerOffer, { params, body }))) close();
          }}
          onClose={close}
        >
          <p>
            {offers.some(({ id, makesOwner }) => id === open.offer && !makesOwner)
              ? t`“${{ name }}” will move to your contract and come under its limits and fees. Your role stays the same.`
              : t`You'll become an owner of “${{ name }}”. If the contract is included, your contract's limits and fees will apply.`}
          </p>
        </ConfirmDialog>
      )}
      {recent.dialog}
    </>
  );
}
