import type { LoadClass } from "@sekimori/kit-contract/endpoint";
import type { FastifyReply } from "fastify";
import type { Gates } from "../limits/gates.ts";

/**
 * Waits for the call's turn; the next one gets in when this one has been answered or its connection
 * is gone.
 *
 * @throws AppError TooManyRequest
 */
export async function holdOff(
  gates: Gates,
  load: LoadClass,
  caller: string,
  reply: FastifyReply,
): Promise<void> {
  const leave = await gates.enter(load, caller);
  const { raw } = reply;
  if (raw.destroyed || raw.writableFinished) {
    leave();
    return;
  }
  raw.once("close", leave);
  if (load.isHeld !== true) raw.once("finish", leave);
}
