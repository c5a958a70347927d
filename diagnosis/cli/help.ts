import { type Argument, Help, type HelpConfiguration, type Option } from "commander";
import type { Language } from "../engine/text.ts";
import { cells, wrapJapanese } from "./terminal-cells.ts";

const TITLES: Readonly<Record<string, string>> = {
  "Usage:": "使い方:",
  "Arguments:": "引数:",
  "Options:": "オプション:",
  "Commands:": "コマンド:",
};

const plain = new Help();

/** How commander writes the help: its own words in the chosen language, and lines broken as it asks. */
export function helpIn(language: Language): HelpConfiguration {
  if (language === "en")
    return {
      optionDescription: (option) =>
        option.isBoolean() ? option.description : plain.optionDescription(option),
    };
  return {
    styleTitle: (title) => TITLES[title] ?? title,
    displayWidth: cells,
    boxWrap: (text, width) =>
      text
        .split("\n")
        .map((line) => wrapJapanese(line, width))
        .join("\n"),
    optionDescription,
    argumentDescription,
  };
}

function optionDescription(option: Option): string {
  const { argChoices, defaultValue, defaultValueDescription } = option;
  const notes = [
    ...(argChoices ? [`値：${argChoices.join("、")}`] : []),
    ...(defaultValue !== undefined && defaultValue !== "" && !option.isBoolean()
      ? [`既定値：${defaultValueDescription ?? String(defaultValue)}`]
      : []),
  ];
  return notes.length === 0 ? option.description : `${option.description}（${notes.join("。")}）`;
}

function argumentDescription({ description, argChoices }: Argument): string {
  return argChoices ? `${description}（値：${argChoices.join("、")}）` : description;
}
