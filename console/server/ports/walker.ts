import type {
  beginWalk,
  finishWalk,
  openWalk,
} from "@sekimori/console-contract/endpoints/integration/walks";
import type { EndpointResult } from "@sekimori/kit-contract/endpoint";
import type { Integrator } from "./integrators.ts";

/** A walk through a login of an application, in a session of the console's. */
export interface Walk {
  /** The session, by a name that no script knows. */
  readonly session: string;
  readonly id: string;
  readonly walk: string;
}

/** Walks through a login as the application itself would. */
export interface Walker {
  /** @throws AppError ApplicationNotFound, OwnApplication, WalkImpossible. */
  begin(id: string, session: string, who: Integrator): Promise<EndpointResult<typeof beginWalk>>;
  /** @throws AppError ApplicationNotFound, OwnApplication, WalkOver, Unavailable. */
  open(walk: Walk, who: Integrator): Promise<EndpointResult<typeof openWalk>>;
  /**
   * Redeems what the browser came back with. The walk ends with it, however it goes.
   *
   * @throws AppError ApplicationNotFound, OwnApplication, WalkOver, Unavailable.
   */
  finish(walk: Walk, answer: string, who: Integrator): Promise<EndpointResult<typeof finishWalk>>;
}
