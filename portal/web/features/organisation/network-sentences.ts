import { msg } from "@lingui/core/macro";
import { addErrorSentences } from "../../app/sentences/error-sentences.ts";

addErrorSentences({
  network_wrong: ({ line }) =>
    msg`“${{ line: String(line) }}” isn't a network. Enter an address like 203.0.113.7 or a range like 203.0.113.0/24, no wider than /8 (IPv6: /16).`,
  networks_too_many: ({ most }) => msg`Enter ${{ most: Number(most) }} networks at most.`,
});
