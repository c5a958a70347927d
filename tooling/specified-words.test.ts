import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { sentencesIn } from "./catalogue.ts";

// The specification's names and sentences in both languages, written out: journeys take most of what
// they read from the catalogues, where a wrong word would be read as well.

const root = fileURLToPath(new URL("..", import.meta.url));

/** What the portal says in a language, by the English of the source and its context, if it has one. */
function said(locale: "ja" | "en"): ReadonlyMap<string, string> {
  const files = globSync(`{portal,kit}/web/**/locales/${locale}.po`, {
    cwd: root,
    exclude: ["**/node_modules/**"],
  });
  return new Map(
    files
      .flatMap((file) => sentencesIn(`${root}${file}`))
      .map(({ source, context, translation }) => [
        context === null ? source : `${source} (${context})`,
        translation,
      ]),
  );
}

const inJapanese = said("ja");
const inEnglish = said("en");

describe.each<[string, Readonly<Record<string, string>>]>([
  [
    "titles of screens (2)",
    {
      Login: "ログイン",
      "One-Time Password Verification": "ワンタイムパスワード認証",
      "Reset Password": "パスワードの再設定",
      "Account Registration": "アカウント登録",
      "Registration Code Authentication": "登録コード認証",
      "User Information Registration": "ユーザー情報の登録",
      "User Information Confirmation": "ユーザー情報の確認",
      "Terms of Service Agreement": "利用規約への同意",
      "Change Name": "氏名の変更",
      "Email Address Authentication": "メールアドレスの認証",
      "Change Password": "パスワードの変更",
      "Enable Two-Factor Authentication": "二要素認証の有効化",
      "Change Language": "言語の変更",
      "Payment Error": "お支払いのエラー",
    },
  ],
  [
    "steps, tabs and other screens (2, 4)",
    {
      "Send reset URL": "再設定用URLの送信",
      "Payment Information": "お支払い情報",
      "Payment Method": "お支払い方法",
      "Account management": "アカウント管理",
      "Password and security": "パスワードとセキュリティ",
      "Change Email Address": "メールアドレスの変更",
      "Disable Two-Factor Authentication": "二要素認証の無効化",
      "Register Credit Card": "クレジットカードの登録",
      "Update Credit Card": "クレジットカードの更新",
      "Access denied": "アクセスが拒否されました",
      "Page not found": "ページが見つかりません",
    },
  ],
  [
    "what leads on from signing in and up (2)",
    {
      "Log in with email": "メールアドレスでログイン",
      "Forgot your password?": "パスワードをお忘れですか？",
      Register: "新規登録",
      "Log in with {name}": "{name}でログイン",
      "Register with {name}": "{name}で新規登録",
      "Start free trial with email": "メールアドレスで無料体験を始める",
      "Start free trial with {name}": "{name}で無料体験を始める",
      "Already have an account? <0>Log in</0>": "アカウントをお持ちの方は<0>ログイン</0>",
      "Resend the one-time password": "ワンタイムパスワードを再送する",
    },
  ],
  [
    "the side menu (2)",
    {
      "Domain management": "ドメイン管理",
      "Group list": "グループ一覧",
      "Domain list": "ドメイン一覧",
      "Bulk domain registration": "ドメイン一括登録",
      "Inventory management": "インベントリ管理",
      "Inventory domain": "インベントリドメイン",
      "Inventory result (findings)": "インベントリ結果（検出事項）",
      "Report request": "レポート申請",
      "User management": "ユーザー管理",
      "Import log": "インポートログ",
      "My Page": "マイページ",
      "Account setting": "アカウント設定",
      "My contract": "契約情報",
      "Withdraw (leave the service)": "退会",
    },
  ],
  [
    "validation (5)",
    {
      "Passwords do not match.": "パスワードが一致しません。",
      "Please enter {label}.": "{label}を入力してください。",
      "Invalid {label}.": "{label}の形式が正しくありません。",
      "Character count exceeded for {label}.": "{label}の文字数が上限を超えています。",
      "Character count insufficient for {label}.": "{label}の文字数が足りません。",
      "You need to agree to the Member Terms.": "会員規約への同意が必要です。",
      "Combine uppercase letters, lowercase letters, digits and symbols in {minimum} to {maximum} characters. Symbols: {symbols}":
        "大文字・小文字・数字・記号を組み合わせて、{minimum}文字以上{maximum}文字以内にしてください。使える記号：{symbols}",
    },
  ],
  [
    "what the external ID manages (6)",
    {
      "Your email address is managed by your external ID.":
        "メールアドレスは外部IDで管理されています。",
      "Your password is managed by your external ID.": "パスワードは外部IDで管理されています。",
      "Two-factor authentication is managed by your external ID.":
        "二要素認証は外部IDで管理されています。",
    },
  ],
  [
    "typed errors (8)",
    {
      "This email address already exists.": "このメールアドレスは登録済みです。",
      "Authentication code is incorrect. Check the latest email.":
        "認証コードが正しくありません。最新のメールをご確認ください。",
      "Authentication code has expired. Request a new one.":
        "認証コードの有効期限が切れています。再送して、新しいコードを入力してください。",
      "One-time password is incorrect. Check the latest email.":
        "ワンタイムパスワードが正しくありません。最新のメールをご確認ください。",
      "One-time password has expired. Request a new one.":
        "ワンタイムパスワードの有効期限が切れています。再送して、新しいものを入力してください。",
      "Too many incorrect attempts. Start login over.":
        "入力の誤りが上限に達しました。ログインを最初からやり直してください。",
      "Current password is incorrect.": "現在のパスワードが正しくありません。",
      "Too many password reset attempts. Try again later.":
        "パスワード再設定の試行回数が上限に達しました。しばらくしてからもう一度お試しください。",
      "Email address or password is incorrect.":
        "メールアドレスまたはパスワードが正しくありません。",
      "Confirmation code is incorrect or has expired.":
        "確認コードが正しくないか、有効期限が切れています。",
    },
  ],
  [
    "errors by status, and of the network (8)",
    {
      "Invalid input value. Check what you entered.":
        "入力値が正しくありません。入力内容をご確認ください。",
      "Your session has expired. Log in again.":
        "セッションの有効期限が切れました。もう一度ログインしてください。",
      "Target does not exist.": "対象が存在しません。",
      "Your request could not be processed in time. Try again.":
        "時間内に処理できませんでした。もう一度お試しください。",
      "An unexpected error occurred. If it happens again, contact the administrator.":
        "予期しないエラーが発生しました。繰り返し発生する場合は、管理者にお問い合わせください。",
      "Unable to connect. Check your connection and try again.":
        "接続できません。通信環境を確認して、もう一度お試しください。",
      "Something went wrong": "エラーが発生しました",
    },
  ],
  [
    "payment errors (8)",
    {
      "Card registration failed: the card was declined. Use another card or contact its issuer.":
        "カードを登録できませんでした。カード会社が承認しませんでした。別のカードをご利用いただくか、カード会社にお問い合わせください。",
      "3-D Secure authentication failed. Try again or use another card.":
        "3-Dセキュアの認証に失敗しました。もう一度お試しいただくか、別のカードをご利用ください。",
      "We couldn't read the card details. Enter them again.":
        "カード情報を読み取れませんでした。もう一度入力してください。",
      "We couldn't register your card from this browser. Reload the page and try again.":
        "このブラウザーからカードを登録できませんでした。ページを再読み込みして、もう一度お試しください。",
      "The payment company reported an error. Wait a while and try again.":
        "決済会社でエラーが発生しました。しばらくしてから、もう一度お試しください。",
      "We couldn't reach the payment company. Wait a while and try again.":
        "決済会社に接続できませんでした。しばらくしてから、もう一度お試しください。",
      "We couldn't restore your payment details. Please re-enter them.":
        "お支払い情報を復元できませんでした。もう一度入力してください。",
    },
  ],
  [
    "success (8)",
    {
      "Password changed": "パスワードを変更しました",
      "Name changed": "氏名を変更しました",
      "Language changed": "言語を変更しました",
      "One-time password resent": "ワンタイムパスワードを再送しました",
      "Two-factor authentication enabled": "二要素認証を有効にしました",
      "Two-factor authentication disabled": "二要素認証を無効にしました",
    },
  ],
])("the specification's words: %s", (_part, sentences) => {
  test.each(Object.entries(sentences))("%s", (source, japanese) => {
    expect([inEnglish.get(source), inJapanese.get(source)]).toEqual([
      source.replace(/ \(leave the service\)$/, ""),
      japanese,
    ]);
  });
});
