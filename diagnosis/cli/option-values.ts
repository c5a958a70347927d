import { readFileSync } from "node:fs";
import { InvalidArgumentError } from "commander";
import type { Category } from "../engine/finding.ts";
import type { Language, LocalText } from "../engine/text.ts";
import type { ResolverEndpoint } from "../net/connector.ts";
import { canonicalAddress } from "../net/special-ranges.ts";
import type { ProofMethod } from "../scan/ownership.ts";

const CATEGORIES: readonly Category[] = ["dns", "mail", "tls", "http", "ports"];
const METHODS: readonly ProofMethod[] = ["dns-txt", "file", "meta"];

/** Reads the values of options; each says in `language` what is wrong with one. */
export function optionValues(language: Language) {
  const refuse = (text: LocalText): never => {
    throw new InvalidArgumentError(text[language]);
  };
  const list =
    <T>(read: (part: string) => T) =>
    (text: string): readonly T[] => {
      const parts = text.split(",").map((part) => part.trim());
      return parts.filter((part) => part !== "").map(read);
    };
  return {
    names: list((part) => part),

    checks: (known: readonly string[]) =>
      list((part) =>
        known.includes(part) || CATEGORIES.some((category) => category === part)
          ? part
          : refuse({
              ja: `${part}という項目や分野はありません。`,
              en: `No check or category is called ${part}.`,
            }),
      ),

    proofMethods: list(
      (part) =>
        METHODS.find((method) => method === part) ??
        refuse({
          ja: `${part}という証明方法はありません。`,
          en: `No way of proof is called ${part}.`,
        }),
    ),

    url: (text: string) =>
      URL.canParse(text) ? text : refuse({ ja: "URLではありません。", en: "It is no URL." }),

    /** An address, with `:port` behind it; around an IPv6 address with a port stand brackets. */
    resolver: (text: string): ResolverEndpoint => {
      const [, bracketed, plain, port = "53"] =
        /^(?:\[(.+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
      const address = bracketed ?? plain ?? text;
      return canonicalAddress(address) !== null && Number(port) > 0 && Number(port) <= 65_535
        ? { address, port: Number(port) }
        : refuse({
            ja: "IPアドレス（またはIPアドレス:ポート）を指定してください。",
            en: "Give an IP address, or one with :port.",
          });
    },

    token: (text: string) =>
      text.length >= 16
        ? text
        : refuse({
            ja: "トークンは16文字以上です。",
            en: "A token has at least 16 characters.",
          }),

    seconds: (text: string) => {
      const value = Number(text);
      return Number.isFinite(value) && value > 0
        ? value
        : refuse({
            ja: "0より大きい秒数を指定してください。",
            en: "Give a number of seconds above zero.",
          });
    },

    /** One target a line; `#` begins a comment. */
    lines: (path: string): readonly string[] => {
      try {
        const text = readFileSync(path, "utf8");
        return text
          .split(/\r?\n/)
          .map((line) => line.replace(/#.*/, "").trim())
          .filter((line) => line !== "");
      } catch {
        return refuse({ ja: `${path}を読み込めません。`, en: `${path} cannot be read.` });
      }
    },
  };
}
