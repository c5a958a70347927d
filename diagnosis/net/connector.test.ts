import { expect, it } from "vitest";
import { systemClock } from "./clock.ts";
import { Connector } from "./connector.ts";
import { EgressGuard } from "./egress-guard.ts";
import { DEFAULT_LOAD_LIMITS, DEFAULT_NET_LIMITS } from "./limits.ts";
import { LoadGovernor } from "./load-governor.ts";
import { SocketLog } from "./socket-log.ts";
import { TargetSession } from "./target-session.ts";

it("tells when a UDP socket cannot be connected", async () => {
  const guard = new EgressGuard({ production: true });
  const governor = new LoadGovernor(DEFAULT_LOAD_LIMITS, systemClock);
  const connector = new Connector(guard, governor, new SocketLog());
  const session = new TargetSession(DEFAULT_NET_LIMITS, systemClock);
  // The kernel refuses to connect to the broadcast address before anything is sent.
  const failing = connector.resolverUdp(session, { address: "255.255.255.255", port: 53 });
  await expect(failing).rejects.toMatchObject({ code: "unreachable" });
  session.close();
});
