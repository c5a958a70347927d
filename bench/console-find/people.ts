import { organisation } from "@sekimori/portal-server/testing/sign-up-calls";

// Names as a register of members has them: some that thousands have, and some that one has.

const lastNames =
  "佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 林 斎藤 清水 山崎 森 池田 橋本 阿部 石川 山下 中島 石井 小川 前田 岡田 長谷川 藤田 後藤 近藤 村上 遠藤 青木 坂本".split(
    " ",
  );
const firstNames =
  "翔 蓮 陽翔 湊 大翔 悠真 樹 颯太 陽菜 葵 結衣 咲良 凛 美咲 花子 さくら 太郎 一郎 健太 直樹 和子 恵子 由美 真由美".split(
    " ",
  );
const trades =
  "商店 製作所 工業 電機 建設 運輸 物産 食品 印刷 化学 繊維 不動産 設計 観光 出版".split(" ");

/** A syllable for each digit, so that numbers read as names that few have. */
const syllables = "あかさたなはまやらわ";
const spelled = (number: number): string =>
  [...String(number)].map((digit) => syllables[Number(digit)]).join("");

const pick = (list: readonly string[], index: number): string => list[index % list.length] ?? "";

/** The beginning that a hundred firms' names have, at a million. */
export const firmBeginning = (index: number): string => `関${spelled(index % 10_000)}`;

/** With its check digit in front, as the tax agency gives them. */
export function corporateNumberOf(index: number): string {
  const base = String(100_000_000_000 + index);
  const sum = [...base].reduce(
    (total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 2 : 1),
    0,
  );
  return `${9 - (sum % 9)}${base}`;
}

/** Two in five have a surname of the list, the first of which is one in fifty people's; the rest are rare. */
function lastNameOf(index: number): string {
  const share = (index % 997) / 997;
  if (share >= 0.4) return `${spelled(index % 5_003)}田`;
  return pick(lastNames, Math.floor(lastNames.length * (share / 0.4) ** 1.2));
}

/** A firm and who holds it. */
export const personOf = (index: number) => ({
  email: `member-${index}@firms.example`,
  information: {
    ...organisation,
    userType: "1" as const,
    lastName: lastNameOf(index),
    firstName: pick(firstNames, Math.floor(index / 7)),
    companyName: `株式会社${firmBeginning(index)}${pick(trades, Math.floor(index / 10_000))}`,
    corporateNumber: corporateNumberOf(index),
  },
});

export const commonestName = pick(lastNames, 0);
export const commonFirstName = pick(firstNames, 3);
