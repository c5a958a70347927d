import { msg } from "@lingui/core/macro";

// What search engines show of these pages; its sentences are loaded with them.
export const registerDescription = msg`Register with Sekimori for yourself or your organization. Choose the free plan or try the detailed diagnosis plan for free.`;
export const registerSecurity24Description = msg`Try Sekimori's diagnosis for free. No card needed.`;
