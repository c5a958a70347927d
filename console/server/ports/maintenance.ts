import type {
  endMaintenance,
  listMaintenance,
  startMaintenance,
} from "@sekimori/console-contract/endpoints/maintenance";
import type { EndpointRequest, EndpointResult } from "@sekimori/kit-contract/endpoint";
import type { Acting } from "./members.ts";

type By = Pick<Acting, "by">;

/**
 * What is closed for a while, by the portal's own service: the same that the command calls. Each act is
 * written down in the commit that does it.
 */
export interface Maintenance {
  list(): Promise<EndpointResult<typeof listMaintenance>>;
  start(
    asked: EndpointRequest<typeof startMaintenance>["body"],
    by: By,
  ): Promise<EndpointResult<typeof startMaintenance>>;
  /** @throws AppError MaintenanceOver. */
  end(area: EndpointRequest<typeof endMaintenance>["body"]["area"], by: By): Promise<void>;
}
