import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { search } from "@sekimori/karte-contract/endpoints/overview";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import type { EndpointResult } from "@sekimori/kit-contract/endpoint";

type Result = EndpointResult<typeof search>["results"][number];

export const resultWords: Readonly<Record<Result["kind"], MessageDescriptor>> = {
  domain: msg`Domain`,
  asset: msg`Asset`,
  finding: msg`Finding`,
  group: msg`Group`,
  person: msg`Person`,
  report: msg`Report`,
};

/** Where a result leads. */
export function resultAddress({ kind, id, text }: Pick<Result, "kind" | "id" | "text">): string {
  switch (kind) {
    case "domain":
      return `${pagePaths.inventoryDomain}?id=${id}`;
    case "finding":
      return `${pagePaths.inventoryResult}?id=${id}`;
    case "group":
      return `${pagePaths.group}?id=${id}`;
    case "asset":
      return `${pagePaths.inventory}?${new URLSearchParams({ q: text })}`;
    case "person":
      return pagePaths.userManagement;
    case "report":
      return `${pagePaths.reportRequest}?id=${id}`;
  }
}
