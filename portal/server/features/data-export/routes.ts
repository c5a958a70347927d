import { localeFromBrowser } from "@sekimori/kit-contract/locale";
import { clientOf } from "@sekimori/kit-server/client-info";
import type { Bind } from "@sekimori/kit-server/http";
import {
  fetchDataExport,
  requestDataExport,
  showDataExport,
} from "@sekimori/portal-contract/endpoints/data-export";
import type { FastifyRequest } from "fastify";
import type { PortalContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { fetchExport, requestExport, showExport } from "./export-service.ts";

export function bindDataExport(bind: Bind, context: PortalContext, principals: Principals): void {
  const readerOf = (request: FastifyRequest) =>
    localeFromBrowser(request.headers["accept-language"]);
  bind(showDataExport, ({ request }) =>
    showExport(context, principals.member(request).account_id, readerOf(request)),
  );
  bind(requestDataExport, ({ request }) =>
    requestExport(context, principals.member(request), clientOf(request), readerOf(request)),
  );
  bind(fetchDataExport, ({ request, body }) =>
    fetchExport(context, principals.member(request).account_id, body, clientOf(request)),
  );
}
