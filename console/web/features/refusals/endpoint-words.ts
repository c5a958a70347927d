import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** What a request was for, by the provider's name of the endpoint. */
export const endpointWords: Readonly<Record<string, MessageDescriptor>> = {
  authorization: msg`Login request`,
  pushed_authorization_request: msg`Pushed login request`,
  token: msg`Token request`,
  userinfo: msg`User information`,
  introspection: msg`Token inspection`,
  revocation: msg`Token revocation`,
  end_session: msg`Logout request`,
  end_session_confirm: msg`Logout request`,
  end_session_success: msg`Logout request`,
  device_authorization: msg`Device request`,
  device_resume: msg`Device login`,
  code_verification: msg`Device code`,
};
