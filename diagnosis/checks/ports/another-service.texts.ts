import type { LocalText } from "../../engine/text.ts";

export const ANOTHER_SERVICE: LocalText = {
  ja: "ポート{port.number}番（{port.service}が使う番号）で動いているのは{port.answers}です。",
  en: "What answers on port {port.number}, which {port.service} uses, is {port.answers}.",
};

export const UNIDENTIFIED_SERVICE: LocalText = {
  ja: "{port.service}が使う番号のポート（{port.number}番）に外部から接続できます。{port.service}かもしれませんが、何が動いているかは応答からわかりません。",
  en: "Port {port.number}, which {port.service} uses, can be reached from outside. It may be {port.service}: what answers does not say what it is.",
};
