import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { pageUrl, queryNames } from "@sekimori/portal-contract/page-routes";

const cardDialog = "card";

/** Where what came of a charge stands. */
export const afterCharge = (names: string): string =>
  pageUrl("security", { tab: "contract", [queryNames.charged]: names });

/** The card's dialog, open by the address: mails and other pages lead to it, and it to its tab. */
export function useCardDialog() {
  const [query, setQuery] = useSearchParams();
  const change = (to: Readonly<Record<string, string>>) =>
    setQuery(to, { replace: true, animated: false });
  // The card stands in the contract's tab; mails from before name none.
  const present = { tab: query.get("tab") ?? "contract" };
  return {
    isOpen: query.get(queryNames.dialog) === cardDialog,
    open: () => void change({ ...present, [queryNames.dialog]: cardDialog }),
    close: () => void change(present),
    charged: (names: string) => change({ tab: "contract", [queryNames.charged]: names }),
  };
}
