import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { SigningKeyView } from "@sekimori/console-contract/endpoints/integration/keys";

export const keyStateWords: Readonly<Record<SigningKeyView["state"], MessageDescriptor>> = {
  signing: msg`Signs`,
  waiting: msg`Signs later`,
  retired: msg`Signed before`,
};
