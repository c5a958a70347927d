import type { Localized } from "@sekimori/kit-contract/locale";
import type { AuditAction } from "../audit/audit.ts";

/** What each act is called, as in the activity log on My Page. */
export const activityWords: Readonly<Record<AuditAction, Localized>> = {
  "sign-up.started": { ja: "登録を開始", en: "Started registration" },
  "sign-up.completed": { ja: "登録を完了", en: "Completed registration" },
  "sign-in.succeeded": { ja: "ログイン", en: "Logged in" },
  "sign-in.failed": { ja: "ログイン失敗", en: "Login failed" },
  "sign-in.otp-failed": { ja: "ワンタイムパスワードの誤り", en: "Wrong one-time password" },
  "sign-in.passwords-guessed": {
    ja: "不明なブラウザーからのパスワード誤入力（多数）",
    en: "Many wrong passwords from unknown browsers",
  },
  "sign-in.codes-guessed": {
    ja: "ワンタイムパスワードの誤入力（多数）",
    en: "Many wrong one-time passwords",
  },
  "sign-in.network-refused": {
    ja: "組織が許可していないネットワークからのログインを拒否",
    en: "Login refused: network not allowed by the organization",
  },
  "sign-in.password-refused": {
    ja: "組織が許可していないパスワードでのログインを拒否",
    en: "Login refused: passwords not allowed by the organization",
  },
  "sign-in.external-id-refused": {
    ja: "組織が許可していない外部IDでのログインを拒否",
    en: "Login refused: external ID not allowed by the organization",
  },
  "sign-in.factor-wanted": {
    ja: "ログイン時に、組織が求める二要素認証の登録へ進んだ",
    en: "Login paused to set up what the organization requires",
  },
  "reauthentication.failed": {
    ja: "再確認での誤入力",
    en: "Wrong password or code at an identity check",
  },
  "sign-out": { ja: "ログアウト", en: "Logged out" },
  "sign-out.by-provider": {
    ja: "組織のログインページでログアウトし、このサービスからもログアウト",
    en: "Logged out, by a logout at the organization's login page",
  },
  "session.ended": { ja: "セッションを終了", en: "Session ended" },
  "password.changed": { ja: "パスワードを変更", en: "Changed the password" },
  "password.reset-requested": { ja: "パスワードの再設定を申請", en: "Requested a password reset" },
  "password.reset": { ja: "パスワードを再設定", en: "Reset the password" },
  "password.reset-failed": { ja: "再設定コードの誤入力", en: "Wrong reset codes" },
  "email.change-requested": {
    ja: "メールアドレスの変更を申請",
    en: "Requested an email address change",
  },
  "email.changed": { ja: "メールアドレスを変更", en: "Changed the email address" },
  "email.change-undone": {
    ja: "メールアドレスの変更を取り消し",
    en: "Undid the email address change",
  },
  "two-factor.enabled": { ja: "二要素認証を有効化", en: "Enabled two-factor authentication" },
  "two-factor.disabled": { ja: "二要素認証を無効化", en: "Disabled two-factor authentication" },
  "authenticator-app.added": { ja: "認証アプリを登録", en: "Added an authenticator app" },
  "authenticator-app.replaced": { ja: "認証アプリを変更", en: "Replaced the authenticator app" },
  "authenticator-app.removed": { ja: "認証アプリを解除", en: "Removed the authenticator app" },
  "passkey.added": { ja: "パスキーを登録", en: "Added a passkey" },
  "passkey.renamed": { ja: "パスキーの名前を変更", en: "Renamed a passkey" },
  "passkey.removed": { ja: "パスキーを削除", en: "Removed a passkey" },
  "passkey.refused": { ja: "パスキーでの確認に失敗", en: "A passkey was refused" },
  "passkey.copied": {
    ja: "複製の疑いがあるパスキーを拒否",
    en: "A passkey that may have been copied was refused",
  },
  "recovery-codes.made": { ja: "復旧コードを作り直し", en: "Created new recovery codes" },
  "recovery-code.used": { ja: "復旧コードを使用", en: "Used a recovery code" },
  "trusted-browser.added": { ja: "ブラウザーを信頼", en: "Trusted a browser" },
  "trusted-browser.removed": { ja: "ブラウザーの信頼を解除", en: "Stopped trusting browsers" },
  "trusted-browser.copied": {
    ja: "複製された可能性のあるブラウザーの信頼を解除",
    en: "Stopped trusting a browser that may have been copied",
  },
  "recovery.started": {
    ja: "ログイン手段の再設定の手続きを開始",
    en: "Started account recovery",
  },
  "recovery.stopped": {
    ja: "ログイン手段の再設定の手続きを中止",
    en: "Stopped account recovery",
  },
  "recovery.done": { ja: "ログイン手段を再設定", en: "Recovered the account" },
  "name.changed": { ja: "氏名を変更", en: "Changed the name" },
  "details.changed": { ja: "登録情報を変更", en: "Changed the registered details" },
  "language.changed": { ja: "言語を変更", en: "Changed the language" },
  "monthly-summary.subscribed": {
    ja: "月次サマリーメールを再開",
    en: "Turned the monthly summary on",
  },
  "monthly-summary.unsubscribed": {
    ja: "月次サマリーメールを停止",
    en: "Turned the monthly summary off",
  },
  "promotional-mail.consented": { ja: "お知らせメールの受信を開始", en: "Turned news by email on" },
  "promotional-mail.withdrawn": { ja: "お知らせメールを停止", en: "Turned news by email off" },
  "organisation.created": { ja: "組織を作成", en: "Created the organization" },
  "organisation.removed": { ja: "組織を削除", en: "Removed the organization" },
  "application.added": {
    ja: "組織のアプリケーションを登録",
    en: "Registered an application of the organization",
  },
  "application.changed": {
    ja: "組織のアプリケーションの登録内容を変更",
    en: "Changed an application of the organization",
  },
  "application.secret-changed": {
    ja: "組織のアプリケーションのシークレットを再発行",
    en: "Gave an application of the organization a new secret",
  },
  "application.removed": {
    ja: "組織のアプリケーションを削除",
    en: "Removed an application of the organization",
  },
  "application.walked": {
    ja: "組織のアプリケーションでログインを試した",
    en: "Tried the login of an application of the organization",
  },
  "domain.claimed": { ja: "組織のドメインを追加", en: "Added a domain to the organization" },
  "domain.proved": { ja: "組織のドメインを確認", en: "Verified the organization's domain" },
  "domain.unseen": {
    ja: "組織のドメインのレコードが見つからない",
    en: "The record of the organization's domain wasn't found",
  },
  "domain.lapsed": {
    ja: "組織のドメインの確認が失効",
    en: "The organization's domain is no longer verified",
  },
  "domain.removed": { ja: "組織のドメインを削除", en: "Removed the organization's domain" },
  "rule.set": { ja: "組織のログインのルールを設定", en: "Set a login rule for the organization" },
  "rule.lifted": {
    ja: "組織のログインのルールを解除",
    en: "Removed a login rule of the organization",
  },
  "group-roles.set": {
    ja: "組織のグループに対応するロールを設定",
    en: "Set roles for the organization's groups",
  },
  "break-glass.named": {
    ja: "緊急用の所有者を指定",
    en: "Became the organization's emergency owner",
  },
  "break-glass.used": {
    ja: "緊急用の所有者として、ルールの対象外でログイン",
    en: "Logged in past the organization's rules as its emergency owner",
  },
  "single-sign-on.set-up": {
    ja: "組織のシングルサインオンを設定",
    en: "Set up the organization's single sign-on",
  },
  "single-sign-on.secret-changed": {
    ja: "シングルサインオンのクライアントシークレットまたは証明書を変更",
    en: "Changed the client secret or the certificates of single sign-on",
  },
  "single-sign-on.tested": {
    ja: "シングルサインオンをテスト",
    en: "Tested the organization's single sign-on",
  },
  "single-sign-on.switched-on": {
    ja: "シングルサインオンをオンに変更",
    en: "Turned the organization's single sign-on on",
  },
  "single-sign-on.switched-off": {
    ja: "シングルサインオンをオフに変更",
    en: "Turned the organization's single sign-on off",
  },
  "single-sign-on.sign-out-changed": {
    ja: "シングルサインオンのログアウト方法を変更",
    en: "Changed how people log out with single sign-on",
  },
  "single-sign-on.domains-set": {
    ja: "シングルサインオンの接続のドメインを変更",
    en: "Changed the domains of a single sign-on connection",
  },
  "single-sign-on.removed": {
    ja: "シングルサインオンの設定を削除",
    en: "Removed the organization's single sign-on",
  },
  "organisation.joined": {
    ja: "組織のログインと連携",
    en: "Linked the account to an organization's login",
  },
  "organisation.access-ended": {
    ja: "組織のディレクトリにより利用が停止されました",
    en: "Your organization's directory ended your access",
  },
  "organisation.access-restored": {
    ja: "組織のディレクトリにより利用が再開されました",
    en: "Your organization's directory gave your access back",
  },
  "provisioning.token-made": {
    ja: "組織のディレクトリのトークンを作成しました",
    en: "Created a token for the organization's directory",
  },
  "provisioning.token-ended": {
    ja: "組織のディレクトリのトークンを終了しました",
    en: "Ended a token of the organization's directory",
  },
  "directory.person-added": {
    ja: "組織のディレクトリが人を追加しました",
    en: "The organization's directory added a person",
  },
  "directory.person-changed": {
    ja: "組織のディレクトリが人の情報を変更しました",
    en: "The organization's directory changed a person",
  },
  "directory.person-switched-off": {
    ja: "組織のディレクトリが人の利用を停止しました",
    en: "The organization's directory turned a person off",
  },
  "directory.person-switched-on": {
    ja: "組織のディレクトリが人の利用を再開しました",
    en: "The organization's directory turned a person on",
  },
  "directory.person-removed": {
    ja: "組織のディレクトリが人を削除しました",
    en: "The organization's directory removed a person",
  },
  "directory.group-changed": {
    ja: "組織のディレクトリがグループを変更しました",
    en: "The organization's directory changed a group",
  },
  "directory.group-removed": {
    ja: "組織のディレクトリがグループを削除しました",
    en: "The organization's directory removed a group",
  },
  "accounting-address.requested": {
    ja: "請求書の写しの送付先の登録を申し込み",
    en: "Requested an address for copies to accounting",
  },
  "accounting-address.changed": {
    ja: "請求書の写しの送付先を変更",
    en: "Changed the address for copies to accounting",
  },
  "accounting-address.removed": {
    ja: "請求書の写しの送付を停止",
    en: "Stopped copies to accounting",
  },
  "card.registered": { ja: "クレジットカードを登録", en: "Added a credit card" },
  "card.replaced": { ja: "クレジットカードを変更", en: "Replaced the credit card" },
  "card.renewed": {
    ja: "カード会社によるクレジットカード情報の更新",
    en: "Credit card details updated by the issuer",
  },
  "card.removed": { ja: "クレジットカードを削除", en: "Removed the credit card" },
  "terms.agreed": { ja: "規約に同意", en: "Agreed to the terms" },
  "contract.started": { ja: "プランの申し込み", en: "Ordered a plan" },
  "contract.cancelled": { ja: "プランの解約", en: "Canceled the plan" },
  "contract.cancellation-undone": { ja: "解約・退会の取り消し", en: "Undid the cancellation" },
  "contract.withdrawn": { ja: "退会の申し込み", en: "Requested account closure" },
  "contract.price-answered": { ja: "料金変更への回答", en: "Responded to a price change" },
  "external-id.linked": { ja: "外部IDと連携", en: "Linked an external ID" },
  "external-id.unlinked": { ja: "外部IDの連携を解除", en: "Unlinked an external ID" },
  "consent.granted": { ja: "アプリケーションへのアクセスを許可", en: "Gave an application access" },
  "consent.withdrawn": {
    ja: "アプリケーションへのアクセスの許可を取り消し",
    en: "Revoked an application's access",
  },
  "activity.reported": { ja: "心当たりのない操作を報告", en: "Reported suspicious activity" },
  "data.export-requested": { ja: "データのコピーを依頼", en: "Requested a copy of the data" },
  "data.exported": { ja: "データのコピーをダウンロード", en: "Downloaded a copy of the data" },
  "account.closed": { ja: "アカウントを閉鎖", en: "Closed the account" },
};
