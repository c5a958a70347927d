import {
  isBoolean,
  isList,
  isLocale,
  isPositive,
  isText,
  pageWithin,
  partial,
} from "@sekimori/kit-web/storage/checks";
import type { StoredValue as ValueOf } from "@sekimori/kit-web/storage/client-storage";
import { pagePaths } from "@sekimori/portal-contract/page-routes";

/**
 * Everything the browser keeps for all its tabs (specification 3, but for the flag to open terms in a new tab: they always
 * do), and all of it: no password, no card number and no code
 * ever gets a place here. Written by hand, as every page loads it and the schema library alone
 * weighs more than the rest of the shell.
 */
export const storedItems = {
  /** When the authorised session ends, in milliseconds since 1970. */
  authorizedExpiry: isPositive,
  /** The profile as far as it is known; absent for anonymous visitors. */
  accountInfo: partial({
    first_name: isText(),
    last_name: isText(),
    email_address: isText(),
    is_agree_service: isBoolean,
    sub_gmoid: isText(),
    language_code: isLocale,
  }),
  /**
   * The page at which an unfinished flow continues. Never a page for members: the guard would send
   * there who is not one yet, and back, for ever.
   */
  authenticationStep: pageWithin(pagePaths.account, pagePaths.otp, pagePaths.changePassword),
  /**
   * The page that an application's invitation continues at, for the sign-up it began: the mailed link
   * may open in another tab. It counts for this address only.
   */
  pageAfterSignUp: partial({ email: isText(), page: pageWithin(pagePaths.authorize) }),
  /** An address that waits for its confirmation code. */
  changedEmail: isText(),
  /** The sign-up began at /register-security24. */
  security24: isBoolean,
  language: isLocale,
  /**
   * What the embedded application told of its pages, for pages of the portal where it is not. Whether
   * it is a menu is looked at where one is shown (`private/usual-guest-menu.ts`), with which the
   * login page needs no such check.
   */
  guestMenu: isList,
  /** Context of a card registration, to restore its page after 3-D Secure. */
  paymentInfo: partial({
    attempt: isText(/^[0-9a-f-]{36}$/),
    brand: isText(/^[a-z]{1,20}$/),
    last4: isText(/^\d{4}$/),
    /** Where a member goes on, unless it is My Page as it opens. */
    page: pageWithin(pagePaths.security),
  }),
  /** The CSRF header's last value (specification 7). */
  csrf: isText(),
} as const;

/**
 * What belongs to one tab, in its session storage. Two tabs with two applications each return to
 * their own, and closing a tab abandons its request.
 */
export const tabItems = {
  /** A page that a sign-in in this tab leads to: it was asked for before, and needs one. */
  pageAfterSignIn: pageWithin(
    pagePaths.authorize,
    pagePaths.organisationSignIn,
    pagePaths.security,
    pagePaths.organisation,
    pagePaths.notices,
    pagePaths.karte,
    pagePaths.changeEmailVerify,
    pagePaths.changeEmailComplete,
    pagePaths.registrationComplete,
  ),
  /** How many steps the wizard has in this tab, where an address said so (specification 2). */
  totalStep: isText(/^[2-9]$/),
  /** The tab leaves to end a dead session elsewhere and comes back to the sign-in page. */
  comesBack: isBoolean,
} as const;

export type StoredValue<Name extends keyof typeof storedItems> = ValueOf<typeof storedItems, Name>;
