import {
  listWork,
  noteAnswer,
  resendMessages,
  retryJob,
  sendMailNow,
} from "@sekimori/console-contract/endpoints/work";
import type { Bind } from "@sekimori/kit-server/http";
import type { FastifyRequest } from "fastify";
import type { ConsoleContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";

/** What waits for somebody, and what is tried again. */
export function bindWork(bind: Bind, { work }: ConsoleContext, principals: Principals): void {
  const by = (request: FastifyRequest) => ({ by: principals.staff(request).name });

  bind(listWork, () => work.list());

  bind(retryJob, async ({ request, body: { job } }) => {
    await work.retryJob(job, by(request));
    return {};
  });

  bind(sendMailNow, async ({ request, body: { mail } }) => {
    await work.sendMail(mail, by(request));
    return {};
  });

  bind(resendMessages, ({ request, body: { webhook } }) =>
    work.resendMessages(webhook, by(request)),
  );

  bind(noteAnswer, async ({ request, body: { member } }) => {
    await work.noteAnswer(member, by(request));
    return {};
  });
}
