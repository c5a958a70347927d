import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { requireFreePorts } from "./free-ports.ts";

test("a port in use is named with who may hold it and the option, a free one is left free", async () => {
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  const { port } = holder.address() as AddressInfo;
  const wanted = [{ port, option: "--portal-port" }];
  await expect(requireFreePorts(wanted)).rejects.toThrow(
    `Port ${port} is in use, perhaps by another Sekimori that still runs; end what holds it or ` +
      "choose another port with --portal-port.",
  );
  holder.close();
  await once(holder, "close");
  await requireFreePorts(wanted);
  await requireFreePorts(wanted);
});
