/*
 * Loaded before MDN HTTP Observatory: leads its connections to the one fixture, which it knows by name
 * and by the usual ports only, and refuses every other, so that nothing leaves the machine.
 */
import { Socket } from "node:net";

const { host, address, ports } = JSON.parse(process.env.FIXTURE_ROUTE ?? "{}");
const connect = Socket.prototype.connect;

Socket.prototype.connect = function route(...args) {
  // Node hands over its own normalised form: an array of options and callback.
  const list = Array.isArray(args[0]) ? args[0] : args;
  const [options] = list;
  const port = ports[options.port];
  if (options.host !== host || port === undefined) {
    process.nextTick(() =>
      this.destroy(new Error(`not a fixture: ${options.host}:${options.port}`)),
    );
    return this;
  }
  return connect.call(this, { ...options, host: address, port, lookup: undefined }, list[1]);
};
