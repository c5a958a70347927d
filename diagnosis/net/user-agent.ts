/** How the engine names itself to whom it asks: who to turn to, and for what it asks. */
export const userAgentFor = (aboutUrl: string | null, purpose: string): string =>
  `Sekimori-Diagnosis/1.0 (${aboutUrl === null ? "" : `+${aboutUrl}; `}${purpose})`;
