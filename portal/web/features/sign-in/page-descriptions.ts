import { msg } from "@lingui/core/macro";

// What search engines show of this page; its sentences are loaded with it.
export const loginDescription = msg`Log in to Sekimori to see how your domains look from the internet and manage your account and contract.`;
