import { useLingui } from "@lingui/react/macro";

/** What each field of a registration is called, and how to fill it in. */
export function useRegistrationFields() {
  const { t } = useLingui();
  const oneAddress = () => t`Enter a full address with https, or http on localhost.`;
  return {
    kind: { label: t`Type of application` },
    id: {
      label: t`Client ID`,
      requirement: "optional",
      help: t`Letters, digits and . _ ~ - only. We create one unless you enter it.`,
    },
    name: {
      label: t`Name`,
      requirement: "required",
      help: t`People see it when they log in.`,
    },
    nameJa: { label: t`Name in Japanese`, requirement: "optional" },
    nameEn: { label: t`Name in English`, requirement: "optional" },
    redirectUris: {
      label: t`Return addresses after login`,
      help: t`One per line, to the letter: scheme, port, path and a slash at the end count.`,
      sentence: ({ code }: { code: string }) =>
        code === "required"
          ? t`Enter at least one return address.`
          : t`Enter full addresses, one per line: https, or http on localhost. A scheme of its own is for mobile and desktop applications.`,
    },
    postLogoutRedirectUris: {
      label: t`Return addresses after logout`,
      help: t`One per line.`,
      sentence: () => t`Enter full addresses, one per line: https, or http on localhost.`,
    },
    backChannelLogoutUri: {
      label: t`Address for back-channel logout`,
      requirement: "optional",
      help: t`The portal calls it when a session has ended.`,
      sentence: oneAddress,
    },
    initiateLoginUri: {
      label: t`Address where a login begins`,
      requirement: "optional",
      sentence: oneAddress,
    },
    policyUri: { label: t`Privacy policy`, requirement: "optional", sentence: oneAddress },
    termsUri: { label: t`Terms of use`, requirement: "optional", sentence: oneAddress },
    origins: {
      label: t`Further origins of its scripts`,
      help: t`One per line, as https://app.example. The origins of the return addresses are included.`,
      sentence: () =>
        t`Enter origins, one per line: scheme, host and port, and nothing after them.`,
    },
    scopes: { label: t`What it may ask for` },
    secretIn: { label: t`How it sends its secret` },
    idTokenAlgorithm: { label: t`How ID tokens are signed` },
    idTokenClaims: {
      label: t`Claims in ID tokens too`,
      help: t`For libraries that don't ask the userinfo endpoint.`,
    },
    isPkceOptional: {
      label: t`Without PKCE`,
      help: t`For old libraries that have a secret and can't do PKCE.`,
      sentence: () => t`Only applications with a secret can do without PKCE.`,
    },
    requirePushedRequests: { label: t`Pushed authorization requests only` },
    requireDpop: { label: t`Tokens bound to its key only (DPoP)` },
  } as const;
}
