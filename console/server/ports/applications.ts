import type {
  addApplication,
  changeApplication,
  listApplications,
  rotateApplicationSecret,
  showApplication,
} from "@sekimori/console-contract/endpoints/integration/applications";
import type { EndpointRequest, EndpointResult } from "@sekimori/kit-contract/endpoint";
import type { Integrator } from "./integrators.ts";

/** Applications that sign people in by the portal; each call reaches as far as whoever makes it. */
export interface Applications {
  list(who: Integrator): Promise<EndpointResult<typeof listApplications>>;
  /** @throws AppError ApplicationNotFound. */
  show(id: string, who: Integrator): Promise<EndpointResult<typeof showApplication>>;
  /** @throws AppError InvalidInput, ApplicationIdTaken, PrivateAddress, ApplicationsFull. */
  add(
    asked: EndpointRequest<typeof addApplication>["body"],
    who: Integrator,
  ): Promise<EndpointResult<typeof addApplication>>;
  /** @throws AppError ApplicationNotFound, OwnApplication, PrivateAddress, ChangedMeanwhile. */
  change(
    asked: EndpointRequest<typeof changeApplication>["body"],
    who: Integrator,
  ): Promise<EndpointResult<typeof changeApplication>>;
  /** @throws AppError ApplicationNotFound, OwnApplication, NoSecret, ChangedMeanwhile. */
  rotate(
    asked: EndpointRequest<typeof rotateApplicationSecret>["body"],
    who: Integrator,
  ): Promise<EndpointResult<typeof rotateApplicationSecret>>;
  /** @throws AppError ApplicationNotFound, OwnApplication. */
  remove(id: string, who: Integrator): Promise<void>;
}
