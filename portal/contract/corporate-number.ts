/**
 * Whether a corporate number (法人番号) is well formed: 13 digits whose first is the check digit of
 * the other twelve. Source: Ordinance of the Ministry of Finance on corporate numbers
 * (平成26年財務省令第70号, 別表): 9 − (Σ Pn × Qn mod 9), digits counted from the lowest, Qn being 1
 * for odd n and 2 for even n.
 */
export function isCorporateNumber(value: string): boolean {
  if (!/^[1-9]\d{12}$/.test(value)) return false;
  const [check, ...base] = [...value].map(Number);
  const sum = base
    .reverse()
    .reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 2), 0);
  return check === 9 - (sum % 9);
}
