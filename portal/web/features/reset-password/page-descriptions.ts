import { msg } from "@lingui/core/macro";

// What search engines show of this page; its sentences are loaded with it.
export const resetPasswordDescription = msg`Reset your Sekimori password with a link or a code that we email you.`;
