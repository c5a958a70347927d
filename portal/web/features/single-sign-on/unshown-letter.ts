import { msg } from "@lingui/core/macro";
import { addErrorSentences } from "../../app/sentences/error-sentences.ts";

// Said while somebody joins, too, before members' pages have come.
addErrorSentences({
  no_font: ({ letter, point }) =>
    msg`Our invoices and reports can't show “${{ letter: String(letter) }}” (${{ point: String(point) }}). Use another character.`,
});
