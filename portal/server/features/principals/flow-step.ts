import { AppError } from "@sekimori/kit-server/errors";
import type { FlowRow } from "./flow-repository.ts";

/** @throws AppError StepOutOfOrder, naming the step the flow is really at. */
export function requireStep(flow: FlowRow, ...steps: readonly FlowRow["step"][]): void {
  if (!steps.includes(flow.step)) {
    throw new AppError("StepOutOfOrder", { data: { step: flow.step } });
  }
}
