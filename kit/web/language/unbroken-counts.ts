/**
 * A line of Japanese may end after any sign, in the middle of a count too (“1か” and “月” below):
 * word joiners hold a number and what it counts together, and the parts of a date.
 */
export const unbrokenCounts = (text: string): string =>
  text
    .replaceAll(/(?<=\d)(?=か月|回|日|年|月|円|名|件|時間|分|％|%)/g, "\u2060")
    .replaceAll(/(?<=\d\u2060[年月])(?=\d)/g, "\u2060")
    .replaceAll(/ユーザー(?=\d)/g, "ユ\u2060ー\u2060ザ\u2060ー\u2060")
    .replaceAll("か月", "か\u2060月");
