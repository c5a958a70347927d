import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { WalkStep } from "@sekimori/console-contract/endpoints/integration/walks";
import type { WalkCheck } from "@sekimori/console-contract/words";

export const stepWords: Readonly<Record<WalkStep["step"], MessageDescriptor>> = {
  pushed: msg`Pushed login request`,
  authorization: msg`Login request`,
  token: msg`Token request`,
  userinfo: msg`User information`,
  revocation: msg`Token revocation`,
};

/** What was looked at, as an application has to look at it. */
export const checkWords: Readonly<Record<WalkCheck, MessageDescriptor>> = {
  state: msg`The answer has the state of the request`,
  "answer-issuer": msg`The answer names the issuer`,
  signature: msg`The ID token is signed with a published key`,
  algorithm: msg`It's signed by the registered algorithm`,
  issuer: msg`It's from the issuer`,
  audience: msg`It's for this client ID`,
  time: msg`It's valid now`,
  nonce: msg`It has the nonce of the request`,
  "access-token": msg`It belongs to the access token`,
  subject: msg`The user information is about the same person`,
};
