import { clientOf } from "@sekimori/kit-server/client-info";
import type { Bind } from "@sekimori/kit-server/http";
import {
  fetchDataExport,
  requestDataExport,
  showDataExport,
} from "@sekimori/portal-contract/endpoints/data-export";
import type { PortalContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { fetchExport, requestExport, showExport } from "./export-service.ts";

export function bindDataExport(bind: Bind, context: PortalContext, principals: Principals): void {
  bind(showDataExport, ({ request }) => showExport(context, principals.member(request).account_id));
  bind(requestDataExport, ({ request }) =>
    requestExport(context, principals.member(request), clientOf(request)),
  );
  bind(fetchDataExport, ({ request, body }) =>
    fetchExport(context, principals.member(request).account_id, body, clientOf(request)),
  );
}
