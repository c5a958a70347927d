/*
 * MDN HTTP Observatory in its own process, warmed up, one scan after the other:
 * node observatory-loop.ts <scanner module> <host> <scans>
 */

const [module = "", host = "", scans = "1"] = process.argv.slice(2);
const { scan }: { scan: (host: string) => Promise<unknown> } = await import(module);
const rounds = Number(scans);
for (let warm = 0; warm < 10; warm++) await scan(host);
const cpu = process.cpuUsage();
const began = performance.now();
for (let round = 0; round < rounds; round++) await scan(host);
const wallSeconds = (performance.now() - began) / 1000 / rounds;
const { user, system } = process.cpuUsage(cpu);
process.send?.({ wallSeconds, cpuSeconds: (user + system) / 1e6 / rounds });
