import { isIPv4, isIPv6 } from "node:net";
import type { Severity } from "@sekimori/karte-contract/words";
import type { Locale } from "@sekimori/kit-contract/locale";
import type { StreamEvent } from "./stream-event.ts";

/** Of the form of our lines, which receivers map; it says nothing of the product's release. */
const formVersion = "1";

const cefSeverity: Readonly<Record<Severity, number>> = {
  info: 1,
  low: 3,
  medium: 5,
  high: 8,
  critical: 10,
};

/** The longest value of `msg`, `dhost`, `reason` and `request`, and of custom texts, by the format's dictionary. */
const textMost = 1_023;
const customMost = 4_000;

/** What no form of a line can hold, and marks that would end a line elsewhere. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const unprintable = /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029]/g;

const cut = (text: string, most: number) => [...text].slice(0, most).join("");
const plain = (text: string) => text.toWellFormed().replace(unprintable, " ");

/** A field of the header: a pipe would end it, and it has no way to say a line break. */
const header = (text: string) =>
  plain(text)
    .replace(/[\r\n]+/g, " ")
    .replace(/[\\|]/g, "\\$&");

/** A value of the extension: an equals sign would make its last word a key. */
const value = (text: string) =>
  plain(text).replace(/[\\=]/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\r", "\\r");

function* fields(event: StreamEvent, language: Locale): Generator<readonly [string, string]> {
  yield ["rt", String(Date.parse(event.at))];
  yield ["externalId", event.id];
  yield ["cat", event.category];
  if (event.reason !== null) yield ["reason", event.reason];
  yield ["dhost", cut(event.host, textMost)];
  const { address } = event;
  if (address !== null && isIPv4(address)) yield ["dst", address];
  if (address !== null && isIPv6(address)) {
    yield ["c6a3Label", "Destination IPv6 Address"];
    yield ["c6a3", address];
  }
  if (event.port !== null) yield ["dpt", String(event.port)];
  yield ["cs1Label", "cause"];
  yield ["cs1", cut(event.cause ?? "", customMost)];
  yield ["cs2Label", "state"];
  yield ["cs2", event.state];
  yield ["cs3Label", "CVE"];
  yield ["cs3", cut(event.cve.join(" "), customMost)];
  yield ["cn1Label", "priority"];
  yield ["cn1", String(event.priority)];
  yield ["request", event.url];
  yield ["msg", cut(event.summary[language], textMost)];
}

/** An event as a line of the Common Event Format, without the line's end. */
export function cefLine(event: StreamEvent, language: Locale): string {
  const head = ["CEF:0", "Sekimori", "Karte", formVersion, event.check, event.title[language]];
  const extension = [...fields(event, language)]
    .filter(([, text]) => text !== "")
    .map(([key, text]) => `${key}=${value(text)}`);
  return [
    ...head.map((text) => header(text)),
    String(cefSeverity[event.severity]),
    extension.join(" "),
  ].join("|");
}
