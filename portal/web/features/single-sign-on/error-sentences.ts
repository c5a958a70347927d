import { msg } from "@lingui/core/macro";
import { addErrorSentences } from "../../app/sentences/error-sentences.ts";

// Members' pages say these too; whoever is led here is no member's page away yet.
addErrorSentences({
  PasskeyDuplicate: msg`This device already has a passkey for this account or another one here. Use another device.`,
  PasskeysFull: msg`You've reached the limit for passkeys. Remove one first.`,
});
