/**
 * Folds full-width digits to ASCII and drops the spaces and hyphens people group digits with, in
 * any of the widths a Japanese keyboard types, and the mark (〒) that stands before a postal code. Everything else stays, so that validation can say
 * it is wrong. For digit fields only: in a password each of these characters means itself.
 */
export function normaliseDigits(value: string): string {
  return value
    .replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
    .replace(/[\s\u3012\u3020\u002d\u2010-\u2015\u2212\u30fc\uff0d\uff70]/g, "");
}
