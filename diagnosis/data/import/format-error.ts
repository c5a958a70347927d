/** A file that is not in its publisher's format, with the reason as people read it. */
export class FormatError extends Error {
  readonly text: { readonly ja: string; readonly en: string };

  constructor(text: FormatError["text"]) {
    super(text.en);
    this.text = text;
  }
}
