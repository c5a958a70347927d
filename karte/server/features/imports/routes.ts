import { importBytesMost } from "@sekimori/karte-contract/constants";
import {
  applyImport,
  checkImport,
  getImport,
  listImports,
  refusedRows,
  undoImport,
} from "@sekimori/karte-contract/endpoints/imports";
import type { Bind } from "@sekimori/kit-server/http";
import type { KarteContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import {
  applyNow,
  checkNow,
  importList,
  importPage,
  refusedFile,
  undoImportNow,
} from "./import-service.ts";

/** Base64 is four thirds of the file; beside it stands little else. */
const bodyLimit = Math.ceil(importBytesMost * 1.4) + 16_384;

/** Bulk registration and its log. */
export function bindImports(bind: Bind, context: KarteContext, principals: Principals): void {
  bind(
    checkImport,
    ({ request, body }) =>
      checkNow(context, principals.member(request), body.fileName, body.content),
    { bodyLimit },
  );
  bind(applyImport, ({ request, params }) =>
    applyNow(context, principals.member(request), params.id),
  );
  bind(undoImport, ({ request, params }) =>
    undoImportNow(context, principals.member(request), params.id),
  );
  bind(listImports, ({ request, query }) => importList(context, principals.member(request), query));
  bind(getImport, ({ request, params }) =>
    importPage(context, principals.member(request), params.id),
  );
  bind(refusedRows, ({ request, params, query }) =>
    refusedFile(context, principals.member(request), params.id, query.language),
  );
}
