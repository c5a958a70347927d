import type { LocalText } from "../../engine/text.ts";

export const BLOCKED: LocalText = {
  ja: "サイトの手前のファイアウォールが診断を拒否したため、サイト自体を確認できませんでした。",
  en: "A firewall in front of the site blocked the scan, so the site itself could not be checked.",
};
