/** The languages of the product, each in itself, as options of a select. */
export const languageOptions = [
  <option key="ja" value="ja" lang="ja">
    日本語
  </option>,
  <option key="en" value="en" lang="en">
    English
  </option>,
];
