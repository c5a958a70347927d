import type { Sealer } from "@sekimori/kit-server/sealing";
import { resendPauseMs } from "@sekimori/portal-contract/constants";
import type { CardView } from "@sekimori/portal-contract/endpoints/card-view";
import type {
  EnteredInformation,
  SignUpFlow,
  SignUpStep,
} from "@sekimori/portal-contract/endpoints/sign-up-flow";
import type { AccountInformation } from "@sekimori/portal-contract/fields";
import { planNeedsCard } from "@sekimori/portal-contract/plan-ids";
import type { PlanId } from "@sekimori/portal-contract/plans";
import type { ExternalName } from "../../ports/external-identity.ts";
import type { FlowRow } from "./flow-repository.ts";

const emailContext = (flowId: string) => `portal.sign_up_flow.email:${flowId}`;
const informationContext = (flowId: string) => `portal.sign_up_flow.information:${flowId}`;

const nameContext = (flowId: string) => `portal.sign_up_flow.external_name:${flowId}`;

export function sealFlowEmail(sealer: Sealer, flowId: string, email: string): Buffer {
  return sealer.seal(email, emailContext(flowId));
}

export function sealFlowName(sealer: Sealer, flowId: string, name: ExternalName): Buffer {
  return sealer.seal(JSON.stringify(name), nameContext(flowId));
}

function openFlowName(sealer: Sealer, flow: FlowRow): ExternalName | null {
  if (flow.external_name === null) return null;
  const opened = sealer.open(flow.external_name, nameContext(flow.id)).toString("utf8");
  return JSON.parse(opened) as ExternalName;
}

export function openFlowEmail(sealer: Sealer, flow: FlowRow): string {
  return sealer.open(flow.email, emailContext(flow.id)).toString("utf8");
}

export function sealFlowInformation(
  sealer: Sealer,
  flowId: string,
  information: AccountInformation,
): Buffer {
  return sealer.seal(JSON.stringify(information), informationContext(flowId));
}

export function openFlowInformation(sealer: Sealer, flow: FlowRow): AccountInformation | null {
  if (flow.information === null) return null;
  const opened = sealer.open(flow.information, informationContext(flow.id)).toString("utf8");
  return JSON.parse(opened) as AccountInformation;
}

function enteredInformation(information: AccountInformation): EnteredInformation {
  return {
    companyName: null,
    corporateNumber: null,
    ...information,
  };
}

/** The step after the address is proved: where the kept information leads to. */
export function stepAfterVerification(flow: FlowRow): SignUpStep {
  return flow.information === null ? "information" : "confirmation";
}

/** The step after the account came to exist. */
export function stepAfterConfirmation(plan: PlanId): SignUpStep {
  return planNeedsCard[plan] ? "payment" : "agreement";
}

/** The flow as the wizard shows it. */
export function showFlow(sealer: Sealer, flow: FlowRow, card: CardView | null): SignUpFlow {
  const information = openFlowInformation(sealer, flow);
  const isWaiting = flow.step === "verification" && flow.code_sent_at !== null;
  return {
    origin: flow.origin,
    plan: flow.plan,
    email: openFlowEmail(sealer, flow),
    step: flow.step,
    resendAt:
      isWaiting && flow.code_sent_at !== null
        ? new Date(flow.code_sent_at.getTime() + resendPauseMs).toISOString()
        : null,
    information: information && enteredInformation(information),
    suggestedName: openFlowName(sealer, flow),
    hasPassword: flow.password_hash !== null || flow.account_id !== null,
    card,
  };
}
