/** What a form says in one language. */
const en = {
  title: "A form",
  email: "Address for notices",
  number: "Customer number",
  password: "New password",
  agree: "I agree to the sample terms",
  show: "Show what is typed",
  hide: "Hide what is typed",
  send: "Send the form",
  sending: "Sending the form",
  required: "Required",
  optional: "Optional",
  closed: "Applications are closed.",
  reference: (requestId: string) => `Reference: ${requestId}`,
  problems: (count: number) => `Problems: ${count}`,
  issue: (code: string, label: string) =>
    code === "required" || code === "not_accepted"
      ? `${label} is missing.`
      : `${label} is not right.`,
};

export type FormTexts = typeof en;

const ja: FormTexts = {
  title: "フォーム",
  email: "通知先アドレス",
  number: "お客様番号",
  password: "新しいパスワード",
  agree: "サンプル規約に同意する",
  show: "入力内容を表示",
  hide: "入力内容を隠す",
  send: "フォームを送信",
  sending: "フォームを送信しています",
  required: "必須",
  optional: "任意",
  closed: "受付は終了しました。",
  reference: (requestId) => `お問い合わせ番号：${requestId}`,
  problems: (count) => `${count}件の問題があります`,
  issue: (code, label) =>
    code === "required" || code === "not_accepted"
      ? `${label}がありません。`
      : `${label}が正しくありません。`,
};

export const formTexts = { en, ja } as const;
