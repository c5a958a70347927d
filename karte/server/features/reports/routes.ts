import {
  addReportSchedule,
  downloadReport,
  listReportSchedules,
  listReports,
  removeReportSchedule,
  requestReport,
} from "@sekimori/karte-contract/endpoints/reports";
import type { Bind } from "@sekimori/kit-server/http";
import type { KarteContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { reportFile, reportList, requestNow } from "./report-service.ts";
import { addSchedule, removeSchedule, scheduleList } from "./schedule-service.ts";

/** Reports: asked for, listed, downloaded, and made by themselves every month. */
export function bindReports(bind: Bind, context: KarteContext, principals: Principals): void {
  bind(listReports, ({ request, query }) => reportList(context, principals.member(request), query));

  bind(requestReport, ({ request, body }) => requestNow(context, principals.member(request), body));

  bind(downloadReport, async ({ request, reply, params }) => {
    const { name, mediaType, content } = await reportFile(
      context,
      principals.member(request),
      params.id,
    );
    return reply
      .type(mediaType)
      .header("content-disposition", `attachment; filename="${name}"`)
      .header("cache-control", "private, no-store")
      .send(content);
  });

  bind(listReportSchedules, ({ request }) => scheduleList(context, principals.member(request)));

  bind(addReportSchedule, ({ request, body }) =>
    addSchedule(context, principals.member(request), body),
  );

  bind(removeReportSchedule, async ({ request, params }) => {
    await removeSchedule(context, principals.member(request), params.id);
    return {};
  });
}
