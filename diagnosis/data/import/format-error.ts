import type { LocalText } from "../../engine/text.ts";

/** A file that is not in its publisher's format, with the reason as people read it. */
export class FormatError extends Error {
  readonly text: LocalText;

  constructor(text: LocalText) {
    super(text.en);
    this.text = text;
  }
}
