import { localeFromBrowser } from "@sekimori/kit-contract/locale";
import { clientOf } from "@sekimori/kit-server/client-info";
import { AppError } from "@sekimori/kit-server/errors";
import type { Bind } from "@sekimori/kit-server/http";
import { listClosings } from "@sekimori/portal-contract/endpoints/closings";
import * as endpoints from "@sekimori/portal-contract/endpoints/contract";
import type { FastifyRequest } from "fastify";
import type { PortalContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { answerPrice } from "./answer-price.ts";
import { askClosings, closingsIn } from "./ask-closings.ts";
import { findContract } from "./contract-repository.ts";
import {
  cancelContract,
  offerUpgrade,
  undoCancellation,
  upgradeContract,
  withdrawAccount,
} from "./contract-service.ts";
import { showContract } from "./contract-view.ts";

export function bindContract(bind: Bind, context: PortalContext, principals: Principals): void {
  const { db } = context;
  const accountOf = (request: FastifyRequest) => principals.member(request).account_id;

  const show = async (request: FastifyRequest) => {
    const contract = await findContract(db, accountOf(request));
    if (!contract) throw new AppError("NotFound");
    return showContract(context, db, contract);
  };

  bind(endpoints.getContract, ({ request }) => show(request));

  bind(endpoints.getUpgrade, ({ request }) => offerUpgrade(context, accountOf(request)));

  bind(endpoints.upgrade, async ({ request, body }) => {
    await upgradeContract(context, principals.member(request), body, clientOf(request));
    return show(request);
  });

  bind(endpoints.cancelContract, async ({ request }) => {
    await cancelContract(context, principals.member(request), clientOf(request));
    return show(request);
  });

  bind(endpoints.withdrawAccount, async ({ request }) => {
    await withdrawAccount(context, principals.member(request), clientOf(request));
    return show(request);
  });

  bind(listClosings, async ({ request }) =>
    closingsIn(
      await askClosings(context, accountOf(request)),
      localeFromBrowser(request.headers["accept-language"]),
    ),
  );

  bind(endpoints.undoCancellation, async ({ request }) => {
    await undoCancellation(context, principals.member(request), clientOf(request));
    return show(request);
  });

  bind(endpoints.answerPrice, async ({ request, body }) => {
    await answerPrice(context, principals.member(request), body, clientOf(request));
    return show(request);
  });
}
