// What waits for those who work here, as an operator's command or a console shows it.
// biome-ignore lint/performance/noBarrelFile: this file is the entry of a subpath export.
export { noteAnswer } from "./features/operator/inquiries.ts";
export { listWork, type Work } from "./features/work/list-work.ts";
export { sendWaitingMail, tryJobAgain } from "./features/work/try-again.ts";
