import { useLingui } from "@lingui/react";
import type { AssetState as State } from "@sekimori/karte-contract/words";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { assetStateWords } from "./asset-words.ts";

const tones = {
  candidate: "warning",
  approved: "success",
  dependency: "neutral",
  "monitor-only": "key",
  ignored: "neutral",
  "not-ours": "neutral",
} as const;

/** What an asset is to the organisation. */
export function AssetState({ state }: { readonly state: State }) {
  const { i18n } = useLingui();
  return <Badge tone={tones[state]}>{i18n._(assetStateWords[state])}</Badge>;
}
