import type { Sealer } from "@sekimori/kit-server/sealing";

const context = (cardId: string) => `portal.card.holder:${cardId}`;

export function sealCardHolder(sealer: Sealer, cardId: string, holder: string): Buffer {
  return sealer.seal(holder, context(cardId));
}

export function openCardHolder(sealer: Sealer, cardId: string, sealed: Buffer): string {
  return sealer.open(sealed, context(cardId)).toString("utf8");
}
