/** What answers on a watched port is another service than the port's number says: named, not judged. */
export const anotherService = {
  state: "info",
  severity: "info",
  text: {
    ja: "ポート{port.number}番（{port.service}が使う番号）で動いているのは{port.answers}です。",
    en: "What answers on port {port.number}, which {port.service} uses, is {port.answers}.",
  },
} as const;

/** A watched port accepts connections, and nothing that came back says what listens there. */
export const unidentifiedService = {
  state: "warn",
  severity: "medium",
  text: {
    ja: "{port.service}が使う番号のポート（{port.number}番）に外部から接続できます。{port.service}かもしれませんが、何が動いているかは応答からわかりません。",
    en: "Port {port.number}, which {port.service} uses, can be reached from outside. It may be {port.service}: what answers does not say what it is.",
  },
} as const;
