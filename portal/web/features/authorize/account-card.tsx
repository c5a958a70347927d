import { personName } from "@sekimori/kit-contract/person-name";
import type { InteractionView } from "@sekimori/portal-contract/endpoints/openid";
import { language } from "../../app/language.ts";

interface AccountCardProps {
  readonly account: NonNullable<InteractionView["account"]>;
}

/** Whoever is signed in here. */
export function AccountCard({ account }: AccountCardProps) {
  return (
    <p className="mb-6 rounded-8 border border-border bg-surface px-4 py-3">
      <span className="font-700">
        {personName(account.firstName, account.lastName, language.current())}
      </span>
      <span className="block text-[0.875rem] text-muted">{account.email}</span>
    </p>
  );
}
