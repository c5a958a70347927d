import { createServer } from "node:net";
import { expect, it } from "vitest";
import { listenTcp } from "../fixtures/loopback.ts";
import { systemClock } from "./clock.ts";
import { Connector } from "./connector.ts";
import { EgressGuard } from "./egress-guard.ts";
import { DEFAULT_LOAD_LIMITS, DEFAULT_NET_LIMITS } from "./limits.ts";
import { LoadGovernor } from "./load-governor.ts";
import { SocketLog } from "./socket-log.ts";
import { TargetSession } from "./target-session.ts";

function open(connectMs = DEFAULT_NET_LIMITS.connectMs) {
  const guard = new EgressGuard({ production: true });
  const governor = new LoadGovernor(DEFAULT_LOAD_LIMITS, systemClock);
  const session = new TargetSession({ ...DEFAULT_NET_LIMITS, connectMs }, systemClock);
  return { connector: new Connector(guard, governor, new SocketLog()), session };
}

it("tells when a UDP socket cannot be connected", async () => {
  const { connector, session } = open();
  // The kernel refuses to connect to the broadcast address before anything is sent.
  const failing = connector.resolverUdp(session, { address: "255.255.255.255", port: 53 });
  await expect(failing).rejects.toMatchObject({ code: "unreachable" });
  session.close();
});

it("takes a connection that stood in time, however late this process hears of it", async () => {
  const server = await listenTcp(createServer());
  const { connector, session } = open(20);
  const connecting = connector.resolverTcp(session, server);
  // Node.js connects in the next tick; then the process is kept from running past the limit.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  const until = performance.now() + 100;
  while (performance.now() < until);
  await expect(connecting).resolves.toMatchObject({ remotePort: server.port });
  session.close();
  await server.stop();
});
