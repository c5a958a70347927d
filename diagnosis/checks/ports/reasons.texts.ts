import type { LocalText } from "../../engine/text.ts";

export const ACCEPTS_EVERYTHING: LocalText = {
  ja: "調べたすべてのポートが接続を受け付けました。手前の機器が代わりに応答しているとみられ、実際に開いているポートを判断できません。",
  en: "Every port that was tried accepts connections. A device in front seems to answer for all of them, so we cannot tell which ports are really open.",
};

export const NO_SSH: LocalText = {
  ja: "SSHのポート（22番）が開いていないため、対象外です。",
  en: "Does not apply: the SSH port (22) is not open.",
};

export const NOT_SSH: LocalText = {
  ja: "22番ポートは開いていますが、SSHとして応答しませんでした。",
  en: "Port 22 is open, but what answered there is not SSH.",
};
