/** What answers on a watched port is another service than the port's number says: named, not judged. */
export const anotherService = {
  state: "info",
  severity: "info",
  text: {
    ja: "ポート{port.number}番（{port.service}が使う番号）で動いているのは{port.answers}です。",
    en: "What answers on port {port.number}, which {port.service} uses, is {port.answers}.",
  },
} as const;
