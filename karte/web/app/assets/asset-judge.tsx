import { useLingui } from "@lingui/react/macro";
import { type AssetRow, judgeAsset } from "@sekimori/karte-contract/endpoints/inventory";
import { droppedAssetStates } from "@sekimori/karte-contract/words";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { MoreIcon } from "@sekimori/kit-web/icons";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { Menu } from "@sekimori/kit-web/primitives/menu";
import { client } from "../client.ts";
import { reportError } from "../sentences/report-error.ts";
import { assetStateWords } from "./asset-words.ts";

interface AssetJudgeProps {
  readonly asset: AssetRow;
  /** What takes other things with it is asked about first. */
  readonly onLeave: (state: "not-ours" | "ignored") => void;
}

const staying = ["candidate", "approved", "monitor-only"] as const;

/** Says what an asset is to the organisation. */
export function AssetJudge({ asset, onLeave }: AssetJudgeProps) {
  const { t, i18n } = useLingui();
  const { name } = asset;

  async function judge(state: (typeof staying)[number]) {
    try {
      await client.call(judgeAsset, { params: { id: asset.id }, body: { state } });
    } catch (error) {
      reportError(error);
    }
    await queryClient.invalidateQueries();
  }

  return (
    <Menu
      label={t`Status of ${{ name }}`}
      trigger={
        <button
          type="button"
          aria-label={t`Change the status of ${{ name }}`}
          className={buttonClass({ variant: "plain", size: "tiny" })}
        >
          <MoreIcon />
        </button>
      }
      items={[
        ...staying.map((state) => ({
          id: state,
          label: i18n._(assetStateWords[state]),
          disabled: asset.state === state,
          onAction: () => void judge(state),
        })),
        ...droppedAssetStates.map((state) => ({
          id: state,
          label: `${i18n._(assetStateWords[state])} …`,
          disabled: asset.state === state,
          onAction: () => onLeave(state),
        })),
      ]}
    />
  );
}
