import { useLingui } from "@lingui/react/macro";
import type { ContractView } from "@sekimori/karte-contract/endpoints/contract";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { language } from "../../app/language.ts";

const listed = (names: readonly string[]) => new Intl.ListFormat(language.current()).format(names);

/** Which workspaces close when you leave; the days stand above every page. */
export function Leaving({ contract: { closes } }: { readonly contract: ContractView }) {
  const { t } = useLingui();
  if (closes.length === 0) return null;
  return (
    <Banner className="mb-6" tone="warning" title={t`Workspaces that close with your account`}>
      <p>
        <bdi>{listed(closes)}</bdi>
      </p>
      <p>{t`No other owner stays. To keep one, make somebody else an owner first.`}</p>
    </Banner>
  );
}

/** The way to the portal's page, and what leaving would take along. */
export function LeavingLink({ contract }: { readonly contract: ContractView }) {
  const { t } = useLingui();
  const { closes, manageUrl, youLeave } = contract;
  return (
    <p id="leave" className="mt-4 grid gap-1">
      <a href={manageUrl} target="_top" className={`${linkClass} justify-self-start`}>
        {t`Cancel plan or close account`}
      </a>
      {!youLeave && closes.length > 0 && (
        <span className="text-[0.875rem] text-muted">
          {t`If you close your account, these workspaces close, because they have no other owner: ${{ names: listed(closes) }}`}
        </span>
      )}
    </p>
  );
}
