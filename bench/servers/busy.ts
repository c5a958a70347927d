// A neighbour that takes all of a processor that it can get, until it is ended.
process.on("disconnect", () => process.exit());
process.send?.("busy");
function work(): void {
  const until = performance.now() + 20;
  while (performance.now() < until);
  setImmediate(work);
}
work();
