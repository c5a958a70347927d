import { makeScimToken } from "@sekimori/portal-contract/endpoints/provisioning";
import type { WrittenRecords } from "./organisations.ts";
import { type Company, withSingleSignOn } from "./single-sign-on.ts";
import type { TestPortal } from "./test-portal.ts";

export interface DirectoryAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  // biome-ignore lint/suspicious/noExplicitAny: answers are compared as they are.
  readonly body: any;
}

export type Directory = (
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<DirectoryAnswer>;

/** A directory that calls with a token. */
export function directoryWith(
  portal: Pick<TestPortal, "app">,
  organisationId: string,
  token: string | undefined,
): Directory {
  return async (method, path, body, headers = {}) => {
    const answer = await portal.app.inject({
      method,
      url: `/scim/v2/${organisationId}${path}`,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/scim+json" }),
        ...headers,
      },
      ...(body !== undefined && {
        payload: typeof body === "string" ? body : JSON.stringify(body),
      }),
    });
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: answer.body === "" ? undefined : answer.json(),
    };
  };
}

/** An organisation with single sign-on and a directory that has a token. */
export async function withDirectory(portal: TestPortal, records: WrittenRecords) {
  const company: Company = await withSingleSignOn(portal, records);
  const { token } = await company.browser.call(makeScimToken, { body: {} });
  return { ...company, token, directory: directoryWith(portal, company.organisation.id, token) };
}

export type CompanyWithDirectory = Awaited<ReturnType<typeof withDirectory>>;

export const userSchema = "urn:ietf:params:scim:schemas:core:2.0:User";
export const groupSchema = "urn:ietf:params:scim:schemas:core:2.0:Group";
const patchSchema = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

export const patchOf = (...operations: readonly object[]) => ({
  schemas: [patchSchema],
  Operations: operations,
});

export const personAt = (email: string, more: object = {}) => ({
  schemas: [userSchema],
  userName: email,
  name: { familyName: "森", givenName: "葵" },
  emails: [{ value: email, type: "work", primary: true }],
  ...more,
});
