// Written by `npm run examples` from what the tests were answered.
import type { RecordedExamples } from "@sekimori/kit-server/reference/recorded-example";

export const recordedExamples: RecordedExamples = {
  "changeAccountingAddress": {
    "request": {
      "email": "hanako@example.jp"
    },
    "answer": {
      "email": null,
      "pending": {
        "email": "hanako@example.jp",
        "resendAt": "2026-11-12T23:14:00.000Z"
      }
    }
  },
  "confirmAccountingAddress": {
    "request": {
      "code": "425164"
    },
    "answer": {
      "email": "hanako@example.jp",
      "pending": null
    }
  },
  "removeAccountingAddress": {
    "request": {},
    "answer": {
      "email": null,
      "pending": null
    }
  },
  "showAccountingAddress": {
    "answer": {
      "email": null,
      "pending": {
        "email": "hanako@example.jp",
        "resendAt": "2027-02-21T23:14:00.000Z"
      }
    }
  },
  "askedSecondFactor": {
    "answer": {
      "ways": [
        "email"
      ],
      "mayTrustBrowser": true
    }
  },
  "beginApp": {
    "request": {},
    "answer": {
      "uri": "otpauth://totp/Sekimori:member1%40example.com?issuer=Sekimori&secret=47FNXW6KQGV2ZRJB3HTDYM5C47FNXW6K&algorithm=SHA1&digits=6&period=30",
      "secret": "47FN XW6K QGV2 ZRJB 3HTD YM5C 47FN XW6K"
    }
  },
  "confirmApp": {
    "request": {
      "code": "425164"
    },
    "answer": {
      "authenticators": {
        "app": {
          "addedAt": "2026-11-20T01:39:00.000Z",
          "lastUsedAt": "2026-11-20T01:39:00.000Z"
        },
        "passkeys": [
          {
            "id": "00000000-0000-4000-8000-000000000001",
            "name": "Security key",
            "addedAt": "2026-11-20T01:39:00.000Z",
            "lastUsedAt": null,
            "kind": "device-bound",
            "transports": [
              "usb"
            ],
            "credentialId": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn"
          }
        ],
        "passkeyOwner": {
          "rpId": "localhost",
          "userId": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p"
        },
        "recoveryCodes": {
          "left": 10,
          "madeAt": "2026-11-20T01:39:00.000Z"
        }
      },
      "recoveryCodes": null
    }
  },
  "listAuthenticators": {
    "answer": {
      "app": null,
      "passkeys": [
        {
          "id": "00000000-0000-4000-8000-000000000001",
          "name": "Security key",
          "addedAt": "2026-11-20T01:15:00.000Z",
          "lastUsedAt": "2026-11-20T01:15:00.000Z",
          "kind": "device-bound",
          "transports": [
            "usb"
          ],
          "credentialId": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn"
        }
      ],
      "passkeyOwner": {
        "rpId": "localhost",
        "userId": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p"
      },
      "recoveryCodes": {
        "left": 10,
        "madeAt": "2026-11-20T01:15:00.000Z"
      }
    }
  },
  "removeApp": {
    "answer": {
      "app": null,
      "passkeys": [
        {
          "id": "00000000-0000-4000-8000-000000000001",
          "name": "Security key",
          "addedAt": "2026-11-20T01:39:00.000Z",
          "lastUsedAt": null,
          "kind": "device-bound",
          "transports": [
            "usb"
          ],
          "credentialId": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn"
        }
      ],
      "passkeyOwner": {
        "rpId": "localhost",
        "userId": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p"
      },
      "recoveryCodes": {
        "left": 10,
        "madeAt": "2026-11-20T01:39:00.000Z"
      }
    }
  },
  "renewRecoveryCodes": {
    "request": {},
    "answer": {
      "authenticators": {
        "app": null,
        "passkeys": [
          {
            "id": "00000000-0000-4000-8000-000000000001",
            "name": "Security key",
            "addedAt": "2026-11-20T01:15:00.000Z",
            "lastUsedAt": "2026-11-20T01:15:00.000Z",
            "kind": "device-bound",
            "transports": [
              "usb"
            ],
            "credentialId": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn"
          }
        ],
        "passkeyOwner": {
          "rpId": "localhost",
          "userId": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p"
        },
        "recoveryCodes": {
          "left": 10,
          "madeAt": "2026-11-20T01:15:00.000Z"
        }
      },
      "recoveryCodes": [
        "4K9MX-T7QB4-9MX2T",
        "4K9MX-T7QB4-9MX2T",
        "4K9MX-T7QB4-9MX2T",
        "4K9MX-T7QB4-9MX2T",
        "4K9MX-T7QB4-9MX2T",
        "4K9MX-T7QB4-9MX2T",
        "4K9MX-T7QB4-9MX2T",
        "4K9MX-T7QB4-9MX2T",
        "4K9MX-T7QB4-9MX2T",
        "4K9MX-T7QB4-9MX2T"
      ]
    }
  },
  "getCard": {
    "answer": {
      "card": {
        "brand": "visa",
        "last4": "1003",
        "expiryMonth": 12,
        "expiryYear": 2020,
        "holder": "HANAKO SEKI",
        "expired": true
      }
    }
  },
  "removeExpiredCard": {
    "answer": {}
  },
  "replaceCard": {
    "request": {
      "attempt": "00000000-0000-4000-8000-000000000001",
      "cardToken": "tok_4k9mx2t7qb",
      "shown": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn"
    },
    "answer": {
      "attempt": "00000000-0000-4000-8000-000000000001",
      "state": "requires_action",
      "redirectUrl": "https://application.example.jp/payment/three-d-secure/reg_47fcy2zvrm5jnkq1d0t86sxw",
      "failure": null,
      "purpose": "replace",
      "card": {
        "brand": "visa",
        "last4": "1003",
        "expiryMonth": 12,
        "expiryYear": 2030,
        "holder": "HANAKO SEKI",
        "expired": false
      }
    }
  },
  "cancelChangeEmail": {
    "request": {},
    "answer": {
      "first_name": "花子",
      "last_name": "山本",
      "email_address": "hanako@example.jp",
      "is_agree_service": true,
      "language_code": "en",
      "user_type": "1",
      "company_name": "関守商店",
      "registered_details": {
        "userType": "1",
        "companyName": "関守商店",
        "corporateNumber": "7000012050002",
        "postalCode": "1000001",
        "addrState": "13",
        "addrCity": "千代田区",
        "addrLine1": "千代田1-1",
        "addrLine2": ""
      },
      "mfa_enabled": false,
      "monthly_summary": true,
      "promotional_mail": false,
      "pending_email": null,
      "recovery_ends_at": null,
      "has_own_plan": true,
      "plan": {
        "id": "free",
        "state": "active",
        "endsOn": null,
        "freeUntil": null,
        "nextBillingOn": null,
        "monthlyPrice": null,
        "taxPercent": 10,
        "scansPerMonth": 5
      },
      "card": null,
      "session": {
        "authenticated_at": "2026-11-20T00:59:00.000Z",
        "expires_at": "2026-11-20T08:59:00.000Z",
        "remaining_ms": 28800000
      }
    }
  },
  "changeEmail": {
    "request": {
      "email": "hanako@example.jp",
      "agreed": true
    },
    "answer": {
      "resendAt": "2026-11-20T01:00:00.000Z"
    }
  },
  "confirmChangeEmail": {
    "request": {
      "code": "425164"
    },
    "answer": {
      "first_name": "花子",
      "last_name": "山本",
      "email_address": "hanako@example.jp",
      "is_agree_service": true,
      "language_code": "en",
      "user_type": "1",
      "company_name": "関守商店",
      "registered_details": {
        "userType": "1",
        "companyName": "関守商店",
        "corporateNumber": "7000012050002",
        "postalCode": "1000001",
        "addrState": "13",
        "addrCity": "千代田区",
        "addrLine1": "千代田1-1",
        "addrLine2": ""
      },
      "mfa_enabled": false,
      "monthly_summary": true,
      "promotional_mail": false,
      "pending_email": null,
      "recovery_ends_at": null,
      "has_own_plan": true,
      "plan": {
        "id": "free",
        "state": "active",
        "endsOn": null,
        "freeUntil": null,
        "nextBillingOn": null,
        "monthlyPrice": null,
        "taxPercent": 10,
        "scansPerMonth": 5
      },
      "card": null,
      "session": {
        "authenticated_at": "2026-11-20T00:59:00.000Z",
        "expires_at": "2026-11-20T08:59:00.000Z",
        "remaining_ms": 28800000
      }
    }
  },
  "resendChangeEmail": {
    "request": {},
    "answer": {
      "resendAt": "2026-11-20T01:02:00.000Z"
    }
  },
  "undoChangeEmail": {
    "request": {
      "token": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn"
    },
    "answer": {
      "email": "hanako@example.jp"
    }
  },
  "listClosings": {
    "answer": {
      "applications": [
        {
          "name": "Karte",
          "closes": [
            {
              "name": "Branch",
              "members": 2
            }
          ]
        }
      ],
      "missing": [
        "Elsewhere"
      ],
      "complete": false
    }
  },
  "listApplications": {
    "answer": {
      "applications": [
        {
          "id": "app-e3b76c3a75fd",
          "name": "A",
          "firstParty": true,
          "scopes": [
            "openid"
          ],
          "startUrl": "https://app.example/login?theme=dark&iss=http%3A%2F%2Flocalhost%3A3000%2Fv1%2Fidp%2Foidc",
          "since": "2026-11-20T00:59:00.000Z"
        },
        {
          "id": "app-4da5e40031b6",
          "name": "B",
          "firstParty": true,
          "scopes": [
            "openid"
          ],
          "startUrl": null,
          "since": "2026-11-20T00:59:00.000Z"
        }
      ]
    }
  },
  "withdrawAccess": {
    "request": {
      "client": "app-95d46c6c11b5"
    },
    "answer": {}
  },
  "answerPrice": {
    "request": {
      "effectiveOn": "2027-04-01",
      "monthlyPrice": 13200,
      "accepted": true,
      "locale": "en"
    },
    "answer": {
      "plan": "detailed",
      "state": "trial",
      "startedOn": "2026-11-20",
      "freeUntil": "2026-12-20",
      "hasTrial": true,
      "nextBillingOn": "2027-01-01",
      "endsOn": null,
      "deletesOn": null,
      "ifEndedToday": {
        "endsOn": "2026-11-30",
        "deletesOn": "2026-12-01"
      },
      "suspendedOn": null,
      "nextCharges": [
        {
          "on": "2027-01-01",
          "amount": 11000,
          "taxPercent": 10,
          "lateCharge": 0
        },
        {
          "on": "2027-02-01",
          "amount": 11000,
          "taxPercent": 10,
          "lateCharge": 0
        },
        {
          "on": "2027-03-01",
          "amount": 11000,
          "taxPercent": 10,
          "lateCharge": 0
        }
      ],
      "announcedPrice": {
        "effectiveOn": "2027-04-01",
        "monthlyPrice": 13200,
        "accepted": true
      },
      "mayUpgrade": false,
      "mayUndo": false,
      "history": [
        {
          "plan": "detailed",
          "startedOn": "2026-11-20",
          "endedOn": null
        }
      ]
    }
  },
  "cancelContract": {
    "request": {},
    "answer": {
      "plan": "detailed",
      "state": "suspended",
      "startedOn": "2026-11-20",
      "freeUntil": "2026-11-30",
      "hasTrial": false,
      "nextBillingOn": null,
      "endsOn": "2026-12-31",
      "deletesOn": null,
      "ifEndedToday": {
        "endsOn": "2026-12-31",
        "deletesOn": "2027-01-01"
      },
      "suspendedOn": "2026-12-15",
      "nextCharges": [],
      "announcedPrice": null,
      "mayUpgrade": false,
      "mayUndo": true,
      "history": [
        {
          "plan": "detailed",
          "startedOn": "2026-11-20",
          "endedOn": null
        }
      ]
    }
  },
  "getContract": {
    "answer": {
      "plan": "detailed",
      "state": "trial",
      "startedOn": "2026-11-20",
      "freeUntil": "2026-12-20",
      "hasTrial": true,
      "nextBillingOn": "2027-01-01",
      "endsOn": null,
      "deletesOn": null,
      "ifEndedToday": {
        "endsOn": "2026-11-30",
        "deletesOn": "2026-12-01"
      },
      "suspendedOn": null,
      "nextCharges": [
        {
          "on": "2027-01-01",
          "amount": 11000,
          "taxPercent": 10,
          "lateCharge": 0
        },
        {
          "on": "2027-02-01",
          "amount": 13200,
          "taxPercent": 10,
          "lateCharge": 0
        }
      ],
      "announcedPrice": {
        "effectiveOn": "2027-02-01",
        "monthlyPrice": 13200,
        "accepted": true
      },
      "mayUpgrade": false,
      "mayUndo": false,
      "history": [
        {
          "plan": "detailed",
          "startedOn": "2026-11-20",
          "endedOn": null
        }
      ]
    }
  },
  "getUpgrade": {
    "answer": {
      "confirmation": {
        "documents": [
          {
            "id": "service-terms",
            "version": "47fcy2zvrm5jnkq1d0t86sxw3p9"
          },
          {
            "id": "member-terms",
            "version": "47fcy2zvrm5jnkq1d0t86sxw3p9"
          }
        ],
        "trialEndsOn": "2026-12-31",
        "hasTrial": false,
        "trialUsedBy": "card",
        "firstChargeOn": "2027-01-01",
        "monthlyPrice": 11000,
        "taxPercent": 10,
        "announcedPrice": null,
        "scansPerMonth": null,
        "card": {
          "brand": "jcb",
          "last4": "1008",
          "expiryMonth": 12,
          "expiryYear": 2030,
          "holder": "HANAKO SEKI",
          "expired": false
        },
        "providerName": {
          "ja": "関守サンプル株式会社",
          "en": "Sekimori Sample Inc."
        },
        "contactEmail": "hanako@example.jp",
        "contactPhone": "03-0000-0000"
      },
      "shown": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn"
    }
  },
  "undoCancellation": {
    "request": {},
    "answer": {
      "plan": "detailed",
      "state": "trial",
      "startedOn": "2026-11-20",
      "freeUntil": "2026-12-20",
      "hasTrial": true,
      "nextBillingOn": "2027-01-01",
      "endsOn": null,
      "deletesOn": null,
      "ifEndedToday": {
        "endsOn": "2026-11-30",
        "deletesOn": "2026-12-01"
      },
      "suspendedOn": null,
      "nextCharges": [
        {
          "on": "2027-01-01",
          "amount": 11000,
          "taxPercent": 10,
          "lateCharge": 0
        },
        {
          "on": "2027-02-01",
          "amount": 11000,
          "taxPercent": 10,
          "lateCharge": 0
        },
        {
          "on": "2027-03-01",
          "amount": 11000,
          "taxPercent": 10,
          "lateCharge": 0
        }
      ],
      "announcedPrice": null,
      "mayUpgrade": false,
      "mayUndo": false,
      "history": [
        {
          "plan": "detailed",
          "startedOn": "2026-11-20",
          "endedOn": null
        }
      ]
    }
  },
  "upgrade": {
    "request": {
      "documents": [
        {
          "id": "service-terms",
          "version": "47fcy2zvrm5jnkq1d0t86sxw3p9"
        },
        {
          "id": "member-terms",
          "version": "47fcy2zvrm5jnkq1d0t86sxw3p9"
        }
      ],
      "shown": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn",
      "agreed": true,
      "locale": "en"
    },
    "answer": {
      "plan": "detailed",
      "state": "trial",
      "startedOn": "2026-11-20",
      "freeUntil": "2026-12-20",
      "hasTrial": true,
      "nextBillingOn": "2027-01-01",
      "endsOn": null,
      "deletesOn": null,
      "ifEndedToday": {
        "endsOn": "2026-11-30",
        "deletesOn": "2026-12-01"
      },
      "suspendedOn": null,
      "nextCharges": [
        {
          "on": "2027-01-01",
          "amount": 11000,
          "taxPercent": 10,
          "lateCharge": 0
        },
        {
          "on": "2027-02-01",
          "amount": 11000,
          "taxPercent": 10,
          "lateCharge": 0
        },
        {
          "on": "2027-03-01",
          "amount": 11000,
          "taxPercent": 10,
          "lateCharge": 0
        }
      ],
      "announcedPrice": null,
      "mayUpgrade": false,
      "mayUndo": false,
      "history": [
        {
          "plan": "detailed",
          "startedOn": "2026-11-20",
          "endedOn": null
        },
        {
          "plan": "free",
          "startedOn": "2026-11-20",
          "endedOn": "2026-11-20"
        }
      ]
    }
  },
  "withdrawAccount": {
    "request": {},
    "answer": {
      "plan": "detailed",
      "state": "suspended",
      "startedOn": "2026-11-20",
      "freeUntil": "2026-12-20",
      "hasTrial": true,
      "nextBillingOn": null,
      "endsOn": "2027-01-31",
      "deletesOn": "2027-02-01",
      "ifEndedToday": {
        "endsOn": "2027-01-31",
        "deletesOn": "2027-02-01"
      },
      "suspendedOn": "2027-01-15",
      "nextCharges": [],
      "announcedPrice": {
        "effectiveOn": "2027-03-01",
        "monthlyPrice": 13200,
        "accepted": null
      },
      "mayUpgrade": false,
      "mayUndo": true,
      "history": [
        {
          "plan": "detailed",
          "startedOn": "2026-11-20",
          "endedOn": null
        }
      ]
    }
  },
  "fetchDataExport": {
    "request": {
      "format": "json",
      "locale": "en"
    },
    "answer": {
      "name": "sekimori-2026-11-27.json",
      "content": "{\n  \"madeAt\": \"2026-11-20T01:00:00.000Z\",\n  \"account\": [\n    {\n      \"email\": \"hanako@example.jp\",\n      \"userType\": \"1\",\n      \"companyName\": \"関守商店\",\n      \"corporateNumber\": \"7000012050002\",\n      \"firstName\": \"花子\",\n      \"lastName\": \"山本\",\n      \"postalCode\": \"1000001\",\n      \"addrState\": \"13\",\n      \"addrCity\": \"千代田区\",\n      \"addrLine1\": \"千代田1-1\",\n      \"addrLine2\": \"\",\n      \"language\": \"en\",\n      \"twoFactor\": false,\n      \"monthlySummary\": true,\n      \"promotionalMail\": false,\n      \"accountingEmail\": null,\n      \"noticesReadUpTo\": null,\n      \"createdAt\": \"2026-11-20T00:59:00.000Z\"\n    }\n  ],\n  \"contracts\": [\n    {\n      \"plan\": \"free\",\n      \"started_on\": \"2026-11-27\",\n      \"free_until\": null,\n      \"next_billing_on\": null,\n      \"monthly_price\": null,\n      \"ends_on\": null,\n      \"end_reason\": null,\n      \"ended_on\": null\n    }\n  ],\n  \"trials\": [],\n  \"priceAnswers\": [],\n  \"contractNotices\": [],\n  \"monthlySummaries\": [],\n  \"agreements\": [\n    {\n      \"agreed_at\": \"2026-11-20T00:59:00.000Z\",\n      \"locale\": \"en\",\n      \"documents\": [\n        {\n          \"id\": \"service-terms\",\n          \"version\": \"47fcy2zvrm5jnkq1d0t86sxw3p9\"\n        },\n        {\n          \"id\": \"member-terms\",\n          \"version\": \"47fcy2zvrm5jnkq1d0t86sxw3p9\"\n        }\n      ],\n      \"shown\": {\n        \"card\": null,\n        \"plan\": \"free\",\n        \"hasTrial\": false,\n        \"documents\": [\n          {\n            \"id\": \"service-terms\",\n            \"version\": \"47fcy2zvrm5jnkq1d0t86sxw3p9\"\n          },\n          {\n            \"id\": \"member-terms\",\n            \"version\": \"47fcy2zvrm5jnkq1d0t86sxw3p9\"\n          }\n        ],\n        \"taxPercent\": 10,\n        \"trialEndsOn\": null,\n        \"trialUsedBy\": null,\n        \"contactEmail\": \"hanako2@example.jp\",\n        \"contactPhone\": \"03-0000-0000\",\n        \"monthlyPrice\": null,\n        \"providerName\": {\n          \"en\": \"Sekimori Sample Inc.\",\n          \"ja\": \"関守サンプル株式会社\"\n        },\n        \"firstChargeOn\": null,\n        \"scansPerMonth\": 5,\n        \"announcedPrice\": null\n      },\n      \"promotional_mail\": false,\n      \"ip_address\": \"192.0.2.1\",\n      \"device\": \"\"\n    }\n  ],\n  \"card\": [],\n  \"invoices\": [],\n  \"charges\": [],\n  \"refunds\": [],\n  \"disputes\": [],\n  \"lateCharges\": [],\n  \"accountingCopies\": [],\n  \"allowedApplications\": [],\n  \"externalIds\": [],\n  \"passkeys\": [],\n  \"trustedBrowsers\": [],\n  \"roles\": [],\n  \"consoleStaff\": [],\n  \"inquiries\": [],\n  \"sessions\": [\n    {\n      \"created_at\": \"2026-11-20T00:59:00.000Z\",\n      \"last_seen_at\": \"2026-11-20T00:59:00.000Z\",\n      \"device\": \"\",\n      \"ip_address\": \"192.0.2.1\"\n    }\n  ],\n  \"knownDevices\": [\n    {\n      \"first_seen_at\": \"2026-11-20T00:59:00.000Z\",\n      \"last_seen_at\": \"2026-11-20T00:59:00.000Z\"\n    }\n  ],\n  \"activity\": [\n    {\n      \"at\": \"2026-11-20T00:59:00.000Z\",\n      \"action\": \"sign-up.started\",\n      \"ip_address\": \"192.0.2.1\",\n      \"device\": \"\"\n    },\n    {\n      \"at\": \"2026-11-20T00:59:00.000Z\",\n      \"action\": \"terms.agreed\",\n      \"ip_address\": \"192.0.2.1\",\n      \"device\": \"\"\n    },\n    {\n      \"at\": \"2026-11-20T00:59:00.000Z\",\n      \"action\": \"sign-up.completed\",\n      \"ip_address\": \"192.0.2.1\",\n      \"device\": \"\"\n    },\n    {\n      \"at\": \"2026-11-20T00:59:00.000Z\",\n      \"action\": \"data.export-requested\",\n      \"ip_address\": \"192.0.2.1\",\n      \"device\": \"\"\n    }\n  ],\n  \"applications\": [],\n  \"missing\": [\n    \"Karte\"\n  ]\n}"
    }
  },
  "requestDataExport": {
    "request": {},
    "answer": {
      "state": "preparing",
      "requestedAt": "2026-11-20T00:59:00.000Z",
      "readyUntil": null,
      "missing": []
    }
  },
  "showDataExport": {
    "answer": {
      "state": "ready",
      "requestedAt": "2026-11-20T00:59:00.000Z",
      "readyUntil": "2026-11-27T00:59:00.000Z",
      "missing": []
    }
  },
  "gmoidCallback": {
    "answer": {
      "status": "SERVICE_AGREE",
      "flow": {
        "origin": "login",
        "plan": "free",
        "email": "hanako@example.jp",
        "step": "agreement",
        "resendAt": null,
        "information": {
          "userType": "1",
          "companyName": "関守商店",
          "corporateNumber": "7000012050002",
          "firstName": "花子",
          "lastName": "山本",
          "postalCode": "1000001",
          "addrState": "13",
          "addrCity": "千代田区",
          "addrLine1": "千代田1-1",
          "addrLine2": ""
        },
        "suggestedName": {
          "firstName": "太郎",
          "lastName": "外部"
        },
        "hasPassword": true,
        "card": null
      }
    }
  },
  "gmoidLink": {
    "request": {
      "password": "Sekimori-2026"
    },
    "answer": {
      "status": "OTP_VERIFY",
      "ways": [
        "email"
      ],
      "resendAt": "2026-11-20T01:00:00.000Z",
      "mayTrustBrowser": true
    }
  },
  "gmoidSignIn": {
    "answer": {
      "redirectUrl": "https://application.example.jp/identity/auth?redirect_uri=http%3A%2F%2Flocalhost%3A3000%2Fgmoid-callback&scope=openid+email+profile&state=47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn&nonce=47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn&code_challenge=47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn&code_challenge_method=S256&ui_locales=ja&client_id=portal&response_type=code"
    }
  },
  "gmoidSignUp": {
    "answer": {
      "redirectUrl": "https://application.example.jp/identity/auth?redirect_uri=http%3A%2F%2Flocalhost%3A3000%2Fgmoid-callback&scope=openid+email+profile&state=47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn&nonce=47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn&code_challenge=47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn&code_challenge_method=S256&ui_locales=ja&client_id=portal&response_type=code"
    }
  },
  "previewGroupRoles": {
    "request": {
      "claim": "memberOf",
      "mappings": [
        {
          "value": "karte-admins",
          "role": "admin",
          "domainGroups": null
        },
        {
          "value": "tokyo",
          "role": "viewer",
          "domainGroups": [
            "東京"
          ]
        }
      ]
    },
    "answer": {
      "members": 2,
      "changed": 1,
      "people": [
        {
          "firstName": "花子",
          "lastName": "山本",
          "email": "hanako@example.jp",
          "before": null,
          "after": "admin"
        }
      ],
      "unknown": 0
    }
  },
  "setGroupRoles": {
    "request": {
      "claim": "memberOf",
      "mappings": [
        {
          "value": "karte-admins",
          "role": "admin",
          "domainGroups": null
        },
        {
          "value": "tokyo",
          "role": "viewer",
          "domainGroups": [
            "東京"
          ]
        }
      ]
    },
    "answer": {
      "included": true,
      "claim": "memberOf",
      "mappings": [
        {
          "value": "karte-admins",
          "role": "admin",
          "domainGroups": null
        },
        {
          "value": "tokyo",
          "role": "viewer",
          "domainGroups": [
            "東京"
          ]
        }
      ],
      "known": [
        {
          "value": "karte-admins",
          "people": 1
        },
        {
          "value": "tokyo",
          "people": 1
        }
      ]
    }
  },
  "showGroupRoles": {
    "answer": {
      "included": true,
      "claim": "memberOf",
      "mappings": [
        {
          "value": "karte-admins",
          "role": "admin",
          "domainGroups": null
        },
        {
          "value": "tokyo",
          "role": "viewer",
          "domainGroups": [
            "東京"
          ]
        }
      ],
      "known": [
        {
          "value": "karte-admins",
          "people": 1
        },
        {
          "value": "tokyo",
          "people": 1
        }
      ]
    }
  },
  "listInvoices": {
    "answer": {
      "invoices": [
        {
          "id": "00000000-0000-4000-8000-000000000001",
          "kind": "invoice",
          "number": "SK-00000003",
          "state": "open",
          "issuedOn": "2027-01-01",
          "dueOn": "2027-01-01",
          "paidOn": null,
          "period": "2027-01-01",
          "amount": 11000,
          "taxPercent": 10,
          "taxAmount": 1000,
          "lateCharge": 0,
          "lines": [
            {
              "kind": "plan",
              "plan": "detailed",
              "from": "2027-01-01",
              "to": "2027-01-31",
              "amount": 11000
            }
          ],
          "total": 11000,
          "mendedBy": "card",
          "canPay": true,
          "isBeingCharged": false,
          "nextTryAt": null,
          "corrects": null
        }
      ],
      "authenticateAt": null,
      "shown": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn"
    }
  },
  "payInvoice": {
    "request": {
      "token": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn",
      "shown": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn",
      "card": {
        "attempt": "00000000-0000-4000-8000-000000000001",
        "cardToken": "tok_4k9mx2t7qb"
      }
    },
    "answer": {
      "number": "SK-00000004",
      "period": "2026-12-01",
      "total": 11000,
      "lateCharge": 0,
      "brand": "visa",
      "last4": "4007",
      "state": "open",
      "mayPay": true,
      "mayUseCard": true,
      "failedCard": {
        "last4": "4403",
        "failure": "card"
      },
      "mendedBy": null,
      "authenticateAt": null,
      "shown": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn"
    }
  },
  "payUnpaid": {
    "request": {
      "shown": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn"
    },
    "answer": {
      "invoices": [
        {
          "id": "00000000-0000-4000-8000-000000000001",
          "kind": "invoice",
          "number": "SK-00000018",
          "state": "paid",
          "issuedOn": "2026-12-01",
          "dueOn": "2026-12-01",
          "paidOn": "2026-12-01",
          "period": "2026-12-01",
          "amount": 11000,
          "taxPercent": 10,
          "taxAmount": 1000,
          "lateCharge": 0,
          "lines": [
            {
              "kind": "plan",
              "plan": "detailed",
              "from": "2026-12-01",
              "to": "2026-12-31",
              "amount": 11000
            }
          ],
          "total": 11000,
          "mendedBy": null,
          "canPay": false,
          "isBeingCharged": false,
          "nextTryAt": null,
          "corrects": null
        }
      ],
      "authenticateAt": null,
      "shown": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn"
    }
  },
  "showPayLink": {
    "request": {
      "token": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn"
    },
    "answer": {
      "number": "SK-00000004",
      "period": "2026-12-01",
      "total": 11000,
      "lateCharge": 0,
      "brand": "visa",
      "last4": "4007",
      "state": "open",
      "mayPay": true,
      "mayUseCard": true,
      "failedCard": {
        "last4": "4403",
        "failure": "card"
      },
      "mendedBy": null,
      "authenticateAt": null,
      "shown": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn"
    }
  },
  "verifyInvoice": {
    "request": {
      "number": "nonsense",
      "hash": "40e71bdf56c3289a40e71bdf56c3289a40e71bdf56c3289a40e71bdf56c3289a"
    },
    "answer": {
      "genuine": false
    }
  },
  "listLinkedIdentities": {
    "answer": {
      "identities": [
        {
          "id": "00000000-0000-4000-8000-000000000001",
          "provider": {
            "ja": "関守ID",
            "en": "Seki ID"
          },
          "linkedAt": "2026-11-20T00:59:00.000Z",
          "onlyWayIn": false
        }
      ]
    }
  },
  "unlinkIdentity": {
    "answer": {}
  },
  "changeMonthlySummary": {
    "request": {
      "enabled": true
    },
    "answer": {
      "first_name": "花子",
      "last_name": "山本",
      "email_address": "hanako@example.jp",
      "is_agree_service": true,
      "language_code": "en",
      "user_type": "1",
      "company_name": "関守商店",
      "registered_details": {
        "userType": "1",
        "companyName": "関守商店",
        "corporateNumber": "7000012050002",
        "postalCode": "1000001",
        "addrState": "13",
        "addrCity": "千代田区",
        "addrLine1": "千代田1-1",
        "addrLine2": ""
      },
      "mfa_enabled": false,
      "monthly_summary": true,
      "promotional_mail": false,
      "pending_email": null,
      "recovery_ends_at": null,
      "has_own_plan": true,
      "plan": {
        "id": "free",
        "state": "active",
        "endsOn": null,
        "freeUntil": null,
        "nextBillingOn": null,
        "monthlyPrice": null,
        "taxPercent": 10,
        "scansPerMonth": 5
      },
      "card": null,
      "session": {
        "authenticated_at": "2026-11-20T00:59:00.000Z",
        "expires_at": "2026-11-20T08:59:00.000Z",
        "remaining_ms": 28800000
      }
    }
  },
  "changeSubscription": {
    "request": {
      "token": "00000000-0000-4000-8000-000000000001.47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn",
      "enabled": true
    },
    "answer": {
      "enabled": true
    }
  },
  "changePromotionalMail": {
    "request": {
      "consented": true
    },
    "answer": {
      "first_name": "花子",
      "last_name": "山本",
      "email_address": "hanako@example.jp",
      "is_agree_service": true,
      "language_code": "en",
      "user_type": "1",
      "company_name": "関守商店",
      "registered_details": {
        "userType": "1",
        "companyName": "関守商店",
        "corporateNumber": "7000012050002",
        "postalCode": "1000001",
        "addrState": "13",
        "addrCity": "千代田区",
        "addrLine1": "千代田1-1",
        "addrLine2": ""
      },
      "mfa_enabled": false,
      "monthly_summary": true,
      "promotional_mail": true,
      "pending_email": null,
      "recovery_ends_at": null,
      "has_own_plan": true,
      "plan": {
        "id": "free",
        "state": "active",
        "endsOn": null,
        "freeUntil": null,
        "nextBillingOn": null,
        "monthlyPrice": null,
        "taxPercent": 10,
        "scansPerMonth": 5
      },
      "card": null,
      "session": {
        "authenticated_at": "2026-11-12T23:11:00.000Z",
        "expires_at": "2026-11-13T07:11:00.000Z",
        "remaining_ms": 28202000
      }
    }
  },
  "getNotice": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000001",
      "title": {
        "ja": "お知らせ",
        "en": "Notice"
      },
      "body": {
        "ja": "本文",
        "en": "Text"
      },
      "publishedAt": "2026-11-20T00:49:00.000Z",
      "read": true
    }
  },
  "listNotices": {
    "answer": {
      "notices": [
        {
          "id": "00000000-0000-4000-8000-000000000001",
          "title": {
            "ja": "一",
            "en": "One"
          },
          "body": {
            "ja": "本文",
            "en": "Text"
          },
          "publishedAt": "2026-11-20T00:59:00.000Z",
          "read": false
        },
        {
          "id": "00000000-0000-4000-8000-000000000002",
          "title": {
            "ja": "一",
            "en": "One"
          },
          "body": {
            "ja": "本文",
            "en": "Text"
          },
          "publishedAt": "2026-11-20T00:59:00.000Z",
          "read": false
        },
        {
          "id": "00000000-0000-4000-8000-000000000003",
          "title": {
            "ja": "一",
            "en": "One"
          },
          "body": {
            "ja": "本文",
            "en": "Text"
          },
          "publishedAt": "2026-11-20T00:58:00.000Z",
          "read": false
        }
      ],
      "unread": 47,
      "next": "00000000-0000-4000-8000-000000000020"
    }
  },
  "readNotices": {
    "request": {
      "upTo": "2026-11-20T00:39:00.000Z"
    },
    "answer": {
      "unread": 1
    }
  },
  "finishInteraction": {
    "request": {
      "decision": "allow"
    },
    "answer": {
      "redirectUrl": "https://portal.example.jp/v1/idp/oidc/device/47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn"
    }
  },
  "showInteraction": {
    "answer": {
      "step": "reauthenticate",
      "client": {
        "id": "app-98455968b7bc",
        "name": "Sample application",
        "host": "app.example",
        "policyUrl": null,
        "termsUrl": null,
        "logo": null
      },
      "scopes": [
        "openid"
      ],
      "account": {
        "firstName": "花子",
        "lastName": "山本",
        "email": "hanako@example.jp"
      },
      "managedExternally": false,
      "otherAccount": false,
      "stronger": {
        "by": "passkey",
        "without": "refuse"
      },
      "loginHint": null,
      "language": null
    }
  },
  "checkDomain": {
    "request": {},
    "answer": {
      "organisation": {
        "id": "00000000-0000-4000-8000-000000000001",
        "name": "関守商店",
        "createdAt": "2026-11-26T01:01:00.000Z",
        "included": true,
        "domains": [
          {
            "id": "00000000-0000-4000-8000-000000000002",
            "domain": "acts-2.co.jp",
            "name": "acts-2.co.jp",
            "state": "claimed",
            "provedAt": null,
            "checkedAt": "2026-11-26T01:01:00.000Z",
            "lapsesAt": null,
            "problem": "missing",
            "record": {
              "name": "_sekimori-organisation.acts-2.co.jp",
              "value": "sekimori-organisation=47fcy2zvrm5jnkq1d0t86s"
            }
          }
        ]
      },
      "creation": "possible"
    }
  },
  "claimDomain": {
    "request": {
      "domain": "example.com"
    },
    "answer": {
      "organisation": {
        "id": "00000000-0000-4000-8000-000000000001",
        "name": "関守商店",
        "createdAt": "2026-11-20T00:59:00.000Z",
        "included": true,
        "domains": [
          {
            "id": "00000000-0000-4000-8000-000000000002",
            "domain": "example.com",
            "name": "example.com",
            "state": "claimed",
            "provedAt": null,
            "checkedAt": null,
            "lapsesAt": null,
            "problem": null,
            "record": {
              "name": "_sekimori-organisation.example.com",
              "value": "sekimori-organisation=CM-RNQhNjxKNuOGHSoczmg"
            }
          },
          {
            "id": "00000000-0000-4000-8000-000000000003",
            "domain": "sso-1.co.jp",
            "name": "sso-1.co.jp",
            "state": "held",
            "provedAt": "2026-11-20T00:59:00.000Z",
            "checkedAt": "2026-11-20T00:59:00.000Z",
            "lapsesAt": null,
            "problem": null,
            "record": {
              "name": "_sekimori-organisation.sso-1.co.jp",
              "value": "sekimori-organisation=47fcy2zvrm5jnkq1d0t86s"
            }
          }
        ]
      },
      "creation": "possible"
    }
  },
  "createOrganisation": {
    "request": {},
    "answer": {
      "organisation": {
        "id": "00000000-0000-4000-8000-000000000001",
        "name": "関守商店",
        "createdAt": "2026-11-20T00:59:00.000Z",
        "included": true,
        "domains": []
      },
      "creation": "possible"
    }
  },
  "removeDomain": {
    "answer": {
      "organisation": {
        "id": "00000000-0000-4000-8000-000000000001",
        "name": "関守商店",
        "createdAt": "2026-11-20T00:59:00.000Z",
        "included": true,
        "domains": [
          {
            "id": "00000000-0000-4000-8000-000000000002",
            "domain": "sso-18.co.jp",
            "name": "sso-18.co.jp",
            "state": "held",
            "provedAt": "2026-11-20T00:59:00.000Z",
            "checkedAt": "2026-11-20T00:59:00.000Z",
            "lapsesAt": null,
            "problem": null,
            "record": {
              "name": "_sekimori-organisation.sso-18.co.jp",
              "value": "sekimori-organisation=47fcy2zvrm5jnkq1d0t86s"
            }
          }
        ]
      },
      "creation": "possible"
    }
  },
  "removeOrganisation": {
    "answer": {
      "organisation": null,
      "creation": "plan"
    }
  },
  "showOrganisation": {
    "answer": {
      "organisation": {
        "id": "00000000-0000-4000-8000-000000000001",
        "name": "関守商店",
        "createdAt": "2026-11-20T00:59:00.000Z",
        "included": true,
        "domains": [
          {
            "id": "00000000-0000-4000-8000-000000000002",
            "domain": "company-62.co.jp",
            "name": "company-62.co.jp",
            "state": "unseen",
            "provedAt": "2026-11-20T00:59:00.000Z",
            "checkedAt": "2026-11-21T00:59:00.000Z",
            "lapsesAt": "2026-11-28T00:59:00.000Z",
            "problem": "missing",
            "record": {
              "name": "_sekimori-organisation.company-62.co.jp",
              "value": "sekimori-organisation=47fcy2zvrm5jnkq1d0t86s"
            }
          }
        ]
      },
      "creation": "possible"
    }
  },
  "changeToOtherAccount": {
    "request": {},
    "answer": {
      "status": "SIGNED_IN",
      "expiresAt": "2026-11-20T09:00:00.000Z"
    }
  },
  "keepPresentAccount": {
    "request": {},
    "answer": {}
  },
  "showOtherAccount": {
    "answer": {
      "present": "hanako@example.jp",
      "next": "taro@example.jp"
    }
  },
  "liftRule": {
    "answer": {
      "included": true,
      "rules": [],
      "breakGlass": {
        "firstName": "花子",
        "lastName": "山本",
        "email": "hanako@example.jp",
        "isYou": true,
        "isReady": true
      },
      "own": {
        "hasPasskey": true,
        "hasRecoveryCodes": true
      },
      "ipAddress": "192.0.2.1",
      "days": {
        "first": "2026-12-04",
        "suggested": "2026-12-17",
        "last": "2027-12-03"
      }
    }
  },
  "nameBreakGlass": {
    "request": {},
    "answer": {
      "included": true,
      "rules": [],
      "breakGlass": {
        "firstName": "花子",
        "lastName": "山本",
        "email": "hanako@example.jp",
        "isYou": true,
        "isReady": true
      },
      "own": {
        "hasPasskey": true,
        "hasRecoveryCodes": true
      },
      "ipAddress": "192.0.2.1",
      "days": {
        "first": "2026-12-04",
        "suggested": "2026-12-17",
        "last": "2027-12-03"
      }
    }
  },
  "previewRule": {
    "request": {
      "rule": {
        "kind": "second-factor",
        "strength": "any"
      }
    },
    "answer": {
      "members": 5,
      "affected": 1,
      "people": [
        {
          "firstName": "花子",
          "lastName": "山本",
          "email": "hanako@example.jp",
          "isYou": false
        }
      ],
      "elsewhere": 1,
      "unseen": 0
    }
  },
  "setRule": {
    "request": {
      "rule": {
        "kind": "second-factor",
        "strength": "any"
      },
      "holdsFrom": "2026-12-04"
    },
    "answer": {
      "included": true,
      "rules": [
        {
          "rule": {
            "kind": "second-factor",
            "strength": "any"
          },
          "state": "coming",
          "holdsFrom": "2026-12-04"
        }
      ],
      "breakGlass": {
        "firstName": "花子",
        "lastName": "山本",
        "email": "hanako@example.jp",
        "isYou": true,
        "isReady": true
      },
      "own": {
        "hasPasskey": true,
        "hasRecoveryCodes": true
      },
      "ipAddress": "192.0.2.1",
      "days": {
        "first": "2026-12-04",
        "suggested": "2026-12-17",
        "last": "2027-12-03"
      }
    }
  },
  "showRules": {
    "answer": {
      "included": true,
      "rules": [
        {
          "rule": {
            "kind": "second-factor",
            "strength": "any"
          },
          "state": "coming",
          "holdsFrom": "2027-01-20"
        }
      ],
      "breakGlass": {
        "firstName": "花子",
        "lastName": "山本",
        "email": "hanako@example.jp",
        "isYou": true,
        "isReady": true
      },
      "own": {
        "hasPasskey": true,
        "hasRecoveryCodes": true
      },
      "ipAddress": "192.0.2.1",
      "days": {
        "first": "2026-12-22",
        "suggested": "2027-01-04",
        "last": "2027-12-21"
      }
    }
  },
  "addPasskey": {
    "request": {
      "credentialId": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn",
      "clientDataJSON": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9b",
      "attestationObject": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t",
      "transports": [
        "usb"
      ]
    },
    "answer": {
      "authenticators": {
        "app": {
          "addedAt": "2026-12-03T18:02:00.000Z",
          "lastUsedAt": "2026-12-03T18:02:00.000Z"
        },
        "passkeys": [
          {
            "id": "00000000-0000-4000-8000-000000000001",
            "name": "Security key",
            "addedAt": "2026-12-03T18:03:00.000Z",
            "lastUsedAt": null,
            "kind": "device-bound",
            "transports": [
              "usb"
            ],
            "credentialId": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn"
          }
        ],
        "passkeyOwner": {
          "rpId": "localhost",
          "userId": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p"
        },
        "recoveryCodes": {
          "left": 10,
          "madeAt": "2026-12-03T18:02:00.000Z"
        }
      },
      "id": "00000000-0000-4000-8000-000000000001",
      "recoveryCodes": null
    }
  },
  "beginPasskey": {
    "request": {},
    "answer": {
      "challenge": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d",
      "rp": {
        "id": "localhost",
        "name": "Sekimori"
      },
      "user": {
        "id": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p",
        "name": "hanako@example.jp",
        "displayName": "hanako@example.jp"
      },
      "pubKeyCredParams": [
        {
          "type": "public-key",
          "alg": -8
        },
        {
          "type": "public-key",
          "alg": -7
        },
        {
          "type": "public-key",
          "alg": -257
        }
      ],
      "timeout": 300000,
      "excludeCredentials": [
        {
          "type": "public-key",
          "id": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn",
          "transports": [
            "usb"
          ]
        }
      ],
      "authenticatorSelection": {
        "residentKey": "required",
        "requireResidentKey": true,
        "userVerification": "required"
      },
      "attestation": "none"
    }
  },
  "beginPasskeyAgain": {
    "request": {},
    "answer": {
      "challenge": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d",
      "rpId": "localhost",
      "timeout": 300000,
      "userVerification": "required",
      "allowCredentials": [
        {
          "type": "public-key",
          "id": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn",
          "transports": [
            "usb"
          ]
        }
      ]
    }
  },
  "beginPasskeySignIn": {
    "request": {
      "purpose": "sign-in"
    },
    "answer": {
      "challenge": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d",
      "rpId": "localhost",
      "timeout": 300000,
      "userVerification": "required",
      "allowCredentials": []
    }
  },
  "beginSecondFactorPasskey": {
    "request": {},
    "answer": {
      "challenge": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d",
      "rpId": "localhost",
      "timeout": 300000,
      "userVerification": "required",
      "allowCredentials": [
        {
          "type": "public-key",
          "id": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn",
          "transports": [
            "usb"
          ]
        }
      ]
    }
  },
  "provePasskeyAgain": {
    "request": {
      "credentialId": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn",
      "clientDataJSON": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw",
      "authenticatorData": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t8",
      "signature": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fc",
      "userHandle": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p"
    },
    "answer": {
      "authenticatedAt": "2026-11-20T01:00:00.000Z"
    }
  },
  "removePasskey": {
    "answer": {
      "app": null,
      "passkeys": [
        {
          "id": "00000000-0000-4000-8000-000000000001",
          "name": "Security key",
          "addedAt": "2026-11-20T01:39:00.000Z",
          "lastUsedAt": null,
          "kind": "device-bound",
          "transports": [
            "usb"
          ],
          "credentialId": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn"
        }
      ],
      "passkeyOwner": {
        "rpId": "localhost",
        "userId": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p"
      },
      "recoveryCodes": {
        "left": 10,
        "madeAt": "2026-11-20T01:39:00.000Z"
      }
    }
  },
  "renamePasskey": {
    "request": {
      "name": "mine"
    },
    "answer": {
      "app": null,
      "passkeys": [
        {
          "id": "00000000-0000-4000-8000-000000000001",
          "name": "mine",
          "addedAt": "2026-11-20T00:59:00.000Z",
          "lastUsedAt": null,
          "kind": "device-bound",
          "transports": [
            "usb"
          ],
          "credentialId": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn"
        }
      ],
      "passkeyOwner": {
        "rpId": "localhost",
        "userId": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p"
      },
      "recoveryCodes": {
        "left": 10,
        "madeAt": "2026-11-20T00:59:00.000Z"
      }
    }
  },
  "signInByPasskey": {
    "request": {
      "credentialId": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn",
      "clientDataJSON": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw",
      "authenticatorData": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t8",
      "signature": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fc",
      "userHandle": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p"
    },
    "answer": {
      "status": "SIGNED_IN",
      "expiresAt": "2026-11-20T09:15:00.000Z"
    }
  },
  "changePassword": {
    "request": {
      "currentPassword": "Sekimori-2025",
      "newPassword": "Sekimori-2026"
    },
    "answer": {}
  },
  "forgotPassword": {
    "request": {
      "email": "hanako@example.jp",
      "locale": "en",
      "captcha": "the-answer-of-the-captcha"
    },
    "answer": {}
  },
  "forgotPasswordSetting": {
    "request": {
      "token": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn",
      "password": "Sekimori-2026",
      "secondFactor": {
        "way": "passkey",
        "passkey": {
          "credentialId": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn",
          "clientDataJSON": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw",
          "authenticatorData": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t8",
          "signature": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy",
          "userHandle": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p"
        }
      }
    },
    "answer": {}
  },
  "lookAtReset": {
    "request": {
      "token": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn"
    },
    "answer": {
      "email": "hanako@example.jp",
      "code": "425164",
      "ways": [
        "app",
        "recovery-code"
      ],
      "recovery": {
        "endsAt": "2026-11-26T09:00:00.000Z"
      }
    }
  },
  "changeLanguage": {
    "request": {
      "language_code": "en"
    },
    "answer": {
      "first_name": "花子",
      "last_name": "山本",
      "email_address": "hanako@example.jp",
      "is_agree_service": true,
      "language_code": "en",
      "user_type": "1",
      "company_name": "関守商店",
      "registered_details": {
        "userType": "1",
        "companyName": "関守商店",
        "corporateNumber": "7000012050002",
        "postalCode": "1000001",
        "addrState": "13",
        "addrCity": "千代田区",
        "addrLine1": "千代田1-1",
        "addrLine2": ""
      },
      "mfa_enabled": false,
      "monthly_summary": true,
      "promotional_mail": false,
      "pending_email": null,
      "recovery_ends_at": null,
      "has_own_plan": true,
      "plan": {
        "id": "free",
        "state": "active",
        "endsOn": null,
        "freeUntil": null,
        "nextBillingOn": null,
        "monthlyPrice": null,
        "taxPercent": 10,
        "scansPerMonth": 5
      },
      "card": null,
      "session": {
        "authenticated_at": "2026-11-20T00:59:00.000Z",
        "expires_at": "2026-11-20T08:59:00.000Z",
        "remaining_ms": 28800000
      }
    }
  },
  "changeRegisteredDetails": {
    "request": {
      "details": {
        "userType": "1",
        "companyName": "関守商会",
        "corporateNumber": "7000012050002",
        "postalCode": "5300001",
        "addrState": "27",
        "addrCity": "大阪市北区",
        "addrLine1": "梅田2-2",
        "addrLine2": "9F"
      },
      "was": {
        "details": {
          "userType": "1",
          "companyName": "関守商会",
          "corporateNumber": "7000012050002",
          "postalCode": "5300001",
          "addrState": "27",
          "addrCity": "大阪市北区",
          "addrLine1": "梅田2-2",
          "addrLine2": ""
        }
      }
    },
    "answer": {
      "first_name": "花子",
      "last_name": "山本",
      "email_address": "hanako@example.jp",
      "is_agree_service": true,
      "language_code": "ja",
      "user_type": "1",
      "company_name": "関守商会",
      "registered_details": {
        "userType": "1",
        "companyName": "関守商会",
        "corporateNumber": "7000012050002",
        "postalCode": "5300001",
        "addrState": "27",
        "addrCity": "大阪市北区",
        "addrLine1": "梅田2-2",
        "addrLine2": "9F"
      },
      "mfa_enabled": false,
      "monthly_summary": true,
      "promotional_mail": false,
      "pending_email": null,
      "recovery_ends_at": null,
      "has_own_plan": true,
      "plan": {
        "id": "free",
        "state": "active",
        "endsOn": null,
        "freeUntil": null,
        "nextBillingOn": null,
        "monthlyPrice": null,
        "taxPercent": 10,
        "scansPerMonth": 5
      },
      "card": null,
      "session": {
        "authenticated_at": "2027-01-24T23:11:00.000Z",
        "expires_at": "2027-01-25T07:11:00.000Z",
        "remaining_ms": 28800000
      }
    }
  },
  "getMyProfile": {
    "answer": {
      "first_name": "花子",
      "last_name": "山本",
      "email_address": "hanako@example.jp",
      "is_agree_service": true,
      "language_code": "ja",
      "user_type": "1",
      "company_name": "関守商店",
      "registered_details": {
        "userType": "1",
        "companyName": "関守商店",
        "corporateNumber": "7000012050002",
        "postalCode": "1000001",
        "addrState": "13",
        "addrCity": "千代田区",
        "addrLine1": "千代田1-1",
        "addrLine2": ""
      },
      "mfa_enabled": false,
      "monthly_summary": true,
      "promotional_mail": false,
      "pending_email": null,
      "recovery_ends_at": null,
      "has_own_plan": true,
      "plan": {
        "id": "detailed",
        "state": "trial",
        "endsOn": null,
        "freeUntil": "2026-12-27",
        "nextBillingOn": "2027-01-01",
        "monthlyPrice": 11000,
        "taxPercent": 10,
        "scansPerMonth": null
      },
      "card": {
        "brand": "visa",
        "last4": "1003",
        "expiryMonth": 12,
        "expiryYear": 2030,
        "holder": "HANAKO SEKI",
        "expired": false
      },
      "session": {
        "authenticated_at": "2026-11-20T00:59:00.000Z",
        "expires_at": "2026-11-20T08:59:00.000Z",
        "remaining_ms": 28800000
      }
    }
  },
  "updateMyProfile": {
    "request": {
      "first_name": "花子",
      "last_name": "鈴木",
      "was": {
        "first_name": "花子",
        "last_name": "山本"
      }
    },
    "answer": {
      "first_name": "花子",
      "last_name": "鈴木",
      "email_address": "hanako@example.jp",
      "is_agree_service": true,
      "language_code": "ja",
      "user_type": "1",
      "company_name": "関守商店",
      "registered_details": {
        "userType": "1",
        "companyName": "関守商店",
        "corporateNumber": "7000012050002",
        "postalCode": "1000001",
        "addrState": "13",
        "addrCity": "千代田区",
        "addrLine1": "千代田1-1",
        "addrLine2": ""
      },
      "mfa_enabled": false,
      "monthly_summary": true,
      "promotional_mail": false,
      "pending_email": null,
      "recovery_ends_at": null,
      "has_own_plan": true,
      "plan": {
        "id": "free",
        "state": "active",
        "endsOn": null,
        "freeUntil": null,
        "nextBillingOn": null,
        "monthlyPrice": null,
        "taxPercent": 10,
        "scansPerMonth": 5
      },
      "card": null,
      "session": {
        "authenticated_at": "2027-01-24T23:11:00.000Z",
        "expires_at": "2027-01-25T07:11:00.000Z",
        "remaining_ms": 28800000
      }
    }
  },
  "endScimToken": {
    "answer": {
      "baseUrl": "https://portal.example.jp/scim/v2/00000000-0000-4000-8000-000000000001",
      "tokens": [
        {
          "id": "00000000-0000-4000-8000-000000000002",
          "hint": "avno",
          "createdAt": "2026-11-20T00:59:00.000Z",
          "expiresAt": "2027-11-20T00:59:00.000Z",
          "lastUsedAt": null,
          "isExpired": false
        }
      ],
      "people": {
        "all": 0,
        "joined": 0,
        "off": 0
      },
      "groups": 0,
      "latest": []
    }
  },
  "makeScimToken": {
    "request": {},
    "answer": {
      "token": "sks_47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn",
      "provisioning": {
        "baseUrl": "https://portal.example.jp/scim/v2/00000000-0000-4000-8000-000000000001",
        "tokens": [
          {
            "id": "00000000-0000-4000-8000-000000000002",
            "hint": "-qWI",
            "createdAt": "2026-11-20T00:59:00.000Z",
            "expiresAt": "2027-11-20T00:59:00.000Z",
            "lastUsedAt": null,
            "isExpired": false
          }
        ],
        "people": {
          "all": 0,
          "joined": 0,
          "off": 0
        },
        "groups": 0,
        "latest": []
      }
    }
  },
  "showProvisioning": {
    "answer": {
      "baseUrl": "https://portal.example.jp/scim/v2/00000000-0000-4000-8000-000000000001",
      "tokens": [
        {
          "id": "00000000-0000-4000-8000-000000000002",
          "hint": "GYI8",
          "createdAt": "2026-11-20T00:59:00.000Z",
          "expiresAt": "2027-11-20T00:59:00.000Z",
          "lastUsedAt": "2026-11-20T00:59:00.000Z",
          "isExpired": false
        }
      ],
      "people": {
        "all": 12,
        "joined": 5,
        "off": 2
      },
      "groups": 1,
      "latest": [
        {
          "id": "00000000-0000-4000-8000-000000000003",
          "userName": "hanako@example.jp",
          "name": "森 葵",
          "active": true,
          "joined": true,
          "changedAt": "2026-11-20T00:59:00.000Z"
        },
        {
          "id": "00000000-0000-4000-8000-000000000004",
          "userName": "hanako2@example.jp",
          "name": "森 葵",
          "active": true,
          "joined": true,
          "changedAt": "2026-11-20T00:59:00.000Z"
        },
        {
          "id": "00000000-0000-4000-8000-000000000005",
          "userName": "hanako3@example.jp",
          "name": "森 葵",
          "active": true,
          "joined": true,
          "changedAt": "2026-11-20T00:59:00.000Z"
        }
      ]
    }
  },
  "finishRecovery": {
    "request": {
      "token": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn",
      "password": "Sekimori-2026"
    },
    "answer": {}
  },
  "lookAtRecovery": {
    "request": {
      "token": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn"
    },
    "answer": {
      "email": "hanako@example.jp",
      "removes": [
        "app",
        "recovery-code"
      ]
    }
  },
  "startRecovery": {
    "request": {
      "token": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn"
    },
    "answer": {
      "endsAt": "2026-11-23T01:00:00.000Z"
    }
  },
  "stopOwnRecovery": {
    "answer": {}
  },
  "stopRecovery": {
    "request": {
      "token": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn"
    },
    "answer": {}
  },
  "endOtherSessions": {
    "request": {},
    "answer": {
      "ended": 1
    }
  },
  "endSession": {
    "answer": {}
  },
  "listActivity": {
    "answer": {
      "entries": [
        {
          "id": "16",
          "action": "terms.agreed",
          "at": "2026-11-20T00:59:00.000Z",
          "ipAddress": "192.0.2.1",
          "device": ""
        },
        {
          "id": "15",
          "action": "sign-up.started",
          "at": "2026-11-20T00:59:00.000Z",
          "ipAddress": "192.0.2.1",
          "device": ""
        }
      ],
      "next": null
    }
  },
  "listSessions": {
    "answer": {
      "sessions": [
        {
          "id": "00000000-0000-4000-8000-000000000001",
          "current": true,
          "createdAt": "2026-11-20T00:59:00.000Z",
          "lastSeenAt": "2026-11-20T00:59:00.000Z",
          "expiresAt": "2026-11-20T08:59:00.000Z",
          "device": "",
          "ipAddress": "192.0.2.1"
        }
      ]
    }
  },
  "reportActivity": {
    "request": {
      "id": "28"
    },
    "answer": {}
  },
  "confirmOtp": {
    "request": {
      "code": "425164",
      "trustBrowser": true
    },
    "answer": {
      "status": "SIGNED_IN",
      "expiresAt": "2026-12-20T09:04:00.000Z"
    }
  },
  "confirmReauthentication": {
    "request": {
      "code": "425164"
    },
    "answer": {
      "authenticatedAt": "2026-11-20T00:59:00.000Z"
    }
  },
  "proveAgain": {
    "request": {
      "way": "app",
      "code": "425164"
    },
    "answer": {
      "authenticatedAt": "2026-11-20T01:12:00.000Z"
    }
  },
  "proveSecondFactor": {
    "request": {
      "way": "passkey",
      "passkey": {
        "credentialId": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn",
        "clientDataJSON": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw",
        "authenticatorData": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t8",
        "signature": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy",
        "userHandle": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p"
      }
    },
    "answer": {
      "status": "SIGNED_IN",
      "expiresAt": "2026-11-20T09:28:00.000Z"
    }
  },
  "reauthenticate": {
    "request": {
      "password": "Sekimori-2026"
    },
    "answer": {
      "status": "OTP_VERIFY",
      "ways": [
        "email"
      ],
      "resendAt": "2026-11-20T01:00:00.000Z"
    }
  },
  "resendOtp": {
    "request": {},
    "answer": {
      "resendAt": "2026-11-20T01:10:00.000Z"
    }
  },
  "resendReauthentication": {
    "request": {},
    "answer": {
      "resendAt": "2026-11-20T01:01:00.000Z"
    }
  },
  "signIn": {
    "request": {
      "email": "hanako@example.jp",
      "password": "Sekimori-2026"
    },
    "answer": {
      "status": "SERVICE_AGREE",
      "flow": {
        "origin": "login",
        "plan": "detailed",
        "email": "hanako@example.jp",
        "step": "payment",
        "resendAt": null,
        "information": {
          "userType": "1",
          "companyName": "関守商店",
          "corporateNumber": "7000012050002",
          "firstName": "花子",
          "lastName": "山本",
          "postalCode": "1000001",
          "addrState": "13",
          "addrCity": "千代田区",
          "addrLine1": "千代田1-1",
          "addrLine2": ""
        },
        "suggestedName": null,
        "hasPassword": true,
        "card": null
      }
    }
  },
  "signOut": {
    "request": {},
    "answer": {
      "atProvider": {
        "how": "done",
        "host": "127.0.0.1:45943",
        "url": "https://application.example.jp/logout?realm=company&id_token_hint=47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fc.47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fc.47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5j&post_logout_redirect_uri=http%3A%2F%2Flocalhost%3A3000%2Fv1%2Fsso%2Forganisation%2F00000000-0000-4000-8000-000000000001%2Fsigned-out&state=47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn&ui_locales=en&client_id=company"
      }
    }
  },
  "agreeConsent": {
    "request": {
      "documents": [
        {
          "id": "service-terms",
          "version": "47fcy2zvrm5jnkq1d0t86sxw3p9"
        },
        {
          "id": "member-terms",
          "version": "47fcy2zvrm5jnkq1d0t86sxw3p9"
        }
      ],
      "shown": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn",
      "agreed": true,
      "promotionalMail": true,
      "locale": "en"
    },
    "answer": {
      "status": "SIGNED_IN",
      "expiresAt": "2026-11-13T08:09:00.000Z"
    }
  },
  "cancelCardAttempt": {
    "request": {},
    "answer": {
      "attempt": "00000000-0000-4000-8000-000000000001",
      "state": "cancelled",
      "redirectUrl": null,
      "failure": null,
      "purpose": "sign-up",
      "card": null
    }
  },
  "cardAttempt": {
    "answer": {
      "attempt": "00000000-0000-4000-8000-000000000001",
      "state": "succeeded",
      "redirectUrl": null,
      "failure": null,
      "purpose": "sign-up",
      "card": {
        "brand": "visa",
        "last4": "2001",
        "expiryMonth": 12,
        "expiryYear": 2030,
        "holder": "HANAKO SEKI",
        "expired": false
      }
    }
  },
  "confirmInformation": {
    "request": {},
    "answer": {
      "flow": {
        "origin": "register",
        "plan": "free",
        "email": "hanako@example.jp",
        "step": "agreement",
        "resendAt": null,
        "information": {
          "userType": "1",
          "companyName": "関守商店",
          "corporateNumber": "7000012050002",
          "firstName": "花子",
          "lastName": "山本",
          "postalCode": "1000001",
          "addrState": "13",
          "addrCity": "千代田区",
          "addrLine1": "千代田1-1",
          "addrLine2": ""
        },
        "suggestedName": {
          "firstName": "太郎",
          "lastName": "外部"
        },
        "hasPassword": true,
        "card": null
      }
    }
  },
  "confirmSignUp": {
    "request": {
      "code": "425164"
    },
    "answer": {
      "flow": {
        "origin": "register",
        "plan": "free",
        "email": "hanako@example.jp",
        "step": "confirmation",
        "resendAt": null,
        "information": {
          "userType": "1",
          "companyName": "関守商店",
          "corporateNumber": "7000012050002",
          "firstName": "花子",
          "lastName": "山本",
          "postalCode": "1000001",
          "addrState": "13",
          "addrCity": "千代田区",
          "addrLine1": "千代田1-1",
          "addrLine2": ""
        },
        "suggestedName": null,
        "hasPassword": true,
        "card": null
      }
    }
  },
  "editInformation": {
    "request": {
      "information": {
        "userType": "1",
        "firstName": "花子",
        "lastName": "山本",
        "postalCode": "1000001",
        "addrState": "13",
        "addrCity": "千代田区",
        "addrLine1": "千代田1-1",
        "addrLine2": "",
        "companyName": "関守商店",
        "corporateNumber": "7000012050002"
      },
      "password": "Sekimori-2026"
    },
    "answer": {
      "flow": {
        "origin": "register",
        "plan": "free",
        "email": "hanako@example.jp",
        "step": "confirmation",
        "resendAt": null,
        "information": {
          "userType": "1",
          "companyName": "関守商店",
          "corporateNumber": "7000012050002",
          "firstName": "花子",
          "lastName": "山本",
          "postalCode": "1000001",
          "addrState": "13",
          "addrCity": "千代田区",
          "addrLine1": "千代田1-1",
          "addrLine2": ""
        },
        "suggestedName": {
          "firstName": "太郎",
          "lastName": "外部"
        },
        "hasPassword": true,
        "card": null
      }
    }
  },
  "paymentConfiguration": {
    "answer": {
      "fields": "frame",
      "fieldsUrl": "https://application.example.jp/payment/fields",
      "fieldsOrigin": "https://application.example.jp",
      "publishableKey": "pk_test"
    }
  },
  "resendConfirmSignUpCode": {
    "request": {},
    "answer": {
      "flow": {
        "origin": "register",
        "plan": "free",
        "email": "hanako@example.jp",
        "step": "verification",
        "resendAt": "2026-11-20T01:02:00.000Z",
        "information": null,
        "suggestedName": null,
        "hasPassword": false,
        "card": null
      }
    }
  },
  "service": {
    "answer": {
      "flow": {
        "origin": "register",
        "plan": "detailed",
        "email": "hanako@example.jp",
        "step": "agreement",
        "resendAt": null,
        "information": {
          "userType": "1",
          "companyName": "関守商店",
          "corporateNumber": "7000012050002",
          "firstName": "花子",
          "lastName": "山本",
          "postalCode": "1000001",
          "addrState": "13",
          "addrCity": "千代田区",
          "addrLine1": "千代田1-1",
          "addrLine2": ""
        },
        "suggestedName": null,
        "hasPassword": true,
        "card": {
          "brand": "visa",
          "last4": "1003",
          "expiryMonth": 12,
          "expiryYear": 2030,
          "holder": "HANAKO SEKI",
          "expired": false
        }
      },
      "agreement": {
        "documents": [
          {
            "id": "service-terms",
            "version": "47fcy2zvrm5jnkq1d0t86sxw3p9"
          },
          {
            "id": "member-terms",
            "version": "47fcy2zvrm5jnkq1d0t86sxw3p9"
          }
        ],
        "trialEndsOn": "2027-05-31",
        "hasTrial": false,
        "trialUsedBy": "card",
        "firstChargeOn": "2027-06-01",
        "monthlyPrice": 13200,
        "taxPercent": 10,
        "announcedPrice": {
          "effectiveOn": "2027-07-01",
          "monthlyPrice": 14300
        },
        "scansPerMonth": null,
        "card": {
          "brand": "visa",
          "last4": "1003",
          "expiryMonth": 12,
          "expiryYear": 2030,
          "holder": "HANAKO SEKI",
          "expired": false
        },
        "providerName": {
          "ja": "関守サンプル株式会社",
          "en": "Sekimori Sample Inc."
        },
        "contactEmail": "hanako2@example.jp",
        "contactPhone": "03-0000-0000"
      },
      "shown": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn"
    }
  },
  "signUp": {
    "request": {
      "email": "hanako@example.jp",
      "plan": "free",
      "locale": "en",
      "captcha": "a person"
    },
    "answer": {
      "flow": {
        "origin": "register",
        "plan": "free",
        "email": "hanako@example.jp",
        "step": "verification",
        "resendAt": "2026-11-20T01:00:00.000Z",
        "information": null,
        "suggestedName": null,
        "hasPassword": false,
        "card": null
      }
    }
  },
  "signUpWithCard": {
    "request": {
      "attempt": "00000000-0000-4000-8000-000000000001",
      "cardToken": "tok_4k9mx2t7qb"
    },
    "answer": {
      "attempt": "00000000-0000-4000-8000-000000000001",
      "state": "succeeded",
      "redirectUrl": null,
      "failure": null,
      "purpose": "sign-up",
      "card": {
        "brand": "jcb",
        "last4": "1008",
        "expiryMonth": 12,
        "expiryYear": 2030,
        "holder": "HANAKO SEKI",
        "expired": false
      }
    }
  },
  "beginProviderSignIn": {
    "request": {
      "locale": "en"
    },
    "answer": {
      "redirectUrl": "https://idp.example/sso?idpid=1&SAMLRequest=rZJPb9swDMW%47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg%47fcy2zvrm5jnkq1d0t86sxw3p9bhg47f%2FDI%47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3%47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86s%47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bh%47fcy2zvrm5jnkq1d0t86%2Fa%47fcy2zvrm5jnkq1d0t86sxw3p%47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq%47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm%47fcy2zvrm5jnkq1d0t86sxw3%2BGcfkX&RelayState=47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn&SigAlg=http%3A%2F%2Fwww.w3.org%2F2001%2F04%2Fxmldsig-more%23rsa-sha256&Signature=47fcy2zvrm5jnkq1d0t86sxw3p9bhg4%2BcAz6ksN%2FkUOn%47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bh%2BAoDpSCj3MQG%47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2z%2BMer%47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p%2FXRSZCeXZgbut%2FsF6%47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86%47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zv%2FU%2FujXFIzqSP9SN%2Fw7goxV7PGU%2FyCiHKRRSJ1X2om8%47fcy2zvrm5jnkq1d0t86sxw3p%47fcy2zvrm5jnkq1d0t86sxw3p9b%2Bu9mCxCigu%47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p%2FMkfZ91Hwa"
    }
  },
  "beginSingleSignOn": {
    "request": {
      "email": "hanako@example.jp",
      "locale": "en"
    },
    "answer": {
      "redirectUrl": "https://application.example.jp/identity/auth?redirect_uri=http%3A%2F%2Flocalhost%3A3000%47fcy2zvrm5jnkq1d0t86s%2F00000000-0000-4000-8000-000000000001&scope=openid+email+profile&state=47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn&nonce=47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn&code_challenge=47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn&code_challenge_method=S256&ui_locales=en&login_hint=a%40sso-1.co.jp&client_id=company&response_type=code"
    }
  },
  "changeConnectionCertificates": {
    "request": {
      "certificates": "-----BEGIN CERTIFICATE-----\nMIID4k9mx2t7qb5wz8f1hj3v6cdgnprsy0\n-----END CERTIFICATE----------BEGIN CERTIFICATE-----\nMIID4k9mx2t7qb5wz8f1hj3v6cdgnprsy0\n-----END CERTIFICATE-----"
    },
    "answer": {
      "redirectUri": "https://portal.example.jp/organization-sign-in/00000000-0000-4000-8000-000000000001",
      "signOut": {
        "backChannelUri": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/backchannel-logout",
        "returnUri": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/signed-out"
      },
      "serviceProvider": {
        "entityId": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/metadata",
        "acsUrl": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/acs",
        "sloUrl": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/slo",
        "metadataUrl": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/metadata",
        "certificate": "-----BEGIN CERTIFICATE-----\nMIID4k9mx2t7qb5wz8f1hj3v6cdgnprsy0\n-----END CERTIFICATE-----"
      },
      "connection": {
        "id": "00000000-0000-4000-8000-000000000002",
        "protocol": "saml",
        "issuer": "https://idp-38.example/saml",
        "clientId": null,
        "scopes": null,
        "saml": {
          "ssoUrl": "https://idp.example/sso?idpid=1",
          "certificates": [
            {
              "text": "-----BEGIN CERTIFICATE-----\nMIID4k9mx2t7qb5wz8f1hj3v6cdgnprsy0\n-----END CERTIFICATE-----\n",
              "fingerprint": "58:DE:F1:4F:17:B4:A6:13:C7:9E:2C:5C:BD:E9:85:B5:E4:32:56:D7:0E:0B:CC:A3:B3:AC:A6:A9:10:1B:7A:64",
              "endsAt": "2036-11-17T01:00:00.000Z"
            },
            {
              "text": "-----BEGIN CERTIFICATE-----\nMIID4k9mx2t7qb5wz8f1hj3v6cdgnprsy0\n-----END CERTIFICATE-----\n",
              "fingerprint": "A4:39:CA:F7:C0:3E:ED:C0:CC:5A:9C:FB:86:8E:74:B1:B7:6C:3E:D6:7D:C7:1B:91:40:07:2A:F4:E6:34:C1:D3",
              "endsAt": "2036-11-17T01:00:00.000Z"
            }
          ],
          "allowsProviderStart": false,
          "sloUrl": "https://idp.example/slo?idpid=1"
        },
        "signOut": "here",
        "isOn": true,
        "isTested": true,
        "secretChangedAt": "2026-11-20T01:00:00.000Z",
        "people": 0,
        "test": {
          "at": "2026-11-20T01:00:00.000Z",
          "claims": [
            "NameID",
            "email",
            "givenName"
          ],
          "domain": "sso-15.co.jp",
          "problems": []
        }
      },
      "connections": [
        {
          "id": "00000000-0000-4000-8000-000000000002",
          "protocol": "saml",
          "host": "idp.example",
          "isOn": true
        }
      ],
      "domains": [
        {
          "domain": "sso-15.co.jp",
          "connection": "00000000-0000-4000-8000-000000000002"
        }
      ]
    }
  },
  "changeConnectionSecret": {
    "request": {
      "clientSecret": "the-secret-that-the-provider-shows"
    },
    "answer": {
      "redirectUri": "https://portal.example.jp/organization-sign-in/00000000-0000-4000-8000-000000000001",
      "signOut": {
        "backChannelUri": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/backchannel-logout",
        "returnUri": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/signed-out"
      },
      "serviceProvider": {
        "entityId": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/metadata",
        "acsUrl": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/acs",
        "sloUrl": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/slo",
        "metadataUrl": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/metadata",
        "certificate": null
      },
      "connection": {
        "id": "00000000-0000-4000-8000-000000000002",
        "protocol": "openid",
        "issuer": "https://application.example.jp/identity",
        "clientId": "company",
        "scopes": "openid email profile",
        "saml": null,
        "signOut": "here",
        "isOn": true,
        "isTested": true,
        "secretChangedAt": "2026-11-20T01:00:00.000Z",
        "people": 0,
        "test": {
          "at": "2026-11-20T01:00:00.000Z",
          "claims": [
            "aud",
            "email",
            "email_verified"
          ],
          "domain": "sso-5.co.jp",
          "problems": []
        }
      },
      "connections": [
        {
          "id": "00000000-0000-4000-8000-000000000002",
          "protocol": "openid",
          "host": "localhost:30085",
          "isOn": true
        }
      ],
      "domains": [
        {
          "domain": "sso-5.co.jp",
          "connection": "00000000-0000-4000-8000-000000000002"
        }
      ]
    }
  },
  "changeConnectionSignOut": {
    "request": {
      "signOut": "done",
      "sloUrl": "https://idp.example/slo?idpid=1"
    },
    "answer": {
      "redirectUri": "https://portal.example.jp/organization-sign-in/00000000-0000-4000-8000-000000000001",
      "signOut": {
        "backChannelUri": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/backchannel-logout",
        "returnUri": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/signed-out"
      },
      "serviceProvider": {
        "entityId": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/metadata",
        "acsUrl": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/acs",
        "sloUrl": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/slo",
        "metadataUrl": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/metadata",
        "certificate": "-----BEGIN CERTIFICATE-----\nMIID4k9mx2t7qb5wz8f1hj3v6cdgnprsy0\n-----END CERTIFICATE-----"
      },
      "connection": {
        "id": "00000000-0000-4000-8000-000000000002",
        "protocol": "saml",
        "issuer": "https://idp-1.example/saml",
        "clientId": null,
        "scopes": null,
        "saml": {
          "ssoUrl": "https://idp.example/sso?idpid=1",
          "certificates": [
            {
              "text": "-----BEGIN CERTIFICATE-----\nMIID4k9mx2t7qb5wz8f1hj3v6cdgnprsy0\n-----END CERTIFICATE-----\n",
              "fingerprint": "20:8C:0B:4C:28:F7:F4:F2:33:EC:CE:48:02:55:68:A6:FD:EF:06:00:F4:5C:48:F8:86:97:BA:BC:29:04:32:A6",
              "endsAt": "2036-11-17T01:00:00.000Z"
            }
          ],
          "allowsProviderStart": false,
          "sloUrl": "https://idp.example/slo?idpid=1"
        },
        "signOut": "done",
        "isOn": true,
        "isTested": true,
        "secretChangedAt": "2026-11-20T01:00:00.000Z",
        "people": 9,
        "test": {
          "at": "2026-11-20T01:00:00.000Z",
          "claims": [
            "NameID",
            "email",
            "givenName"
          ],
          "domain": "sso-1.co.jp",
          "problems": []
        }
      },
      "connections": [
        {
          "id": "00000000-0000-4000-8000-000000000002",
          "protocol": "saml",
          "host": "idp.example",
          "isOn": true
        }
      ],
      "domains": [
        {
          "domain": "sso-1.co.jp",
          "connection": "00000000-0000-4000-8000-000000000002"
        }
      ]
    }
  },
  "completeSingleSignOn": {
    "answer": {
      "status": "OTP_VERIFY",
      "ways": [
        "email"
      ],
      "resendAt": "2026-11-20T01:00:00.000Z",
      "mayTrustBrowser": false
    }
  },
  "declineJoining": {
    "request": {},
    "answer": {}
  },
  "joinOrganisation": {
    "request": {
      "firstName": "葵",
      "lastName": "森",
      "documents": [
        {
          "id": "service-terms",
          "version": "47fcy2zvrm5jnkq1d0t86sxw3p9"
        },
        {
          "id": "member-terms",
          "version": "47fcy2zvrm5jnkq1d0t86sxw3p9"
        }
      ],
      "shown": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn",
      "agreed": true,
      "locale": "en"
    },
    "answer": {
      "status": "SIGNED_IN",
      "expiresAt": "2026-11-20T08:59:00.000Z"
    }
  },
  "linkToOrganisation": {
    "request": {},
    "answer": {}
  },
  "prepareSaml": {
    "request": {
      "connection": "new"
    },
    "answer": {
      "redirectUri": "https://portal.example.jp/organization-sign-in/00000000-0000-4000-8000-000000000001",
      "signOut": {
        "backChannelUri": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/backchannel-logout",
        "returnUri": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/signed-out"
      },
      "serviceProvider": {
        "entityId": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/metadata",
        "acsUrl": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/acs",
        "sloUrl": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/slo",
        "metadataUrl": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/metadata",
        "certificate": "-----BEGIN CERTIFICATE-----\nMIID4k9mx2t7qb5wz8f1hj3v6cdgnprsy0\n-----END CERTIFICATE-----"
      },
      "connection": null,
      "connections": [
        {
          "id": "00000000-0000-4000-8000-000000000002",
          "protocol": "openid",
          "host": "localhost:21649",
          "isOn": true
        }
      ],
      "domains": [
        {
          "domain": "sso-1.co.jp",
          "connection": "00000000-0000-4000-8000-000000000002"
        }
      ]
    }
  },
  "removeConnection": {
    "answer": {
      "redirectUri": "https://portal.example.jp/organization-sign-in/00000000-0000-4000-8000-000000000001",
      "signOut": {
        "backChannelUri": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/backchannel-logout",
        "returnUri": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/signed-out"
      },
      "serviceProvider": {
        "entityId": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/metadata",
        "acsUrl": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/acs",
        "sloUrl": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/slo",
        "metadataUrl": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/metadata",
        "certificate": "-----BEGIN CERTIFICATE-----\nMIID4k9mx2t7qb5wz8f1hj3v6cdgnprsy0\n-----END CERTIFICATE-----"
      },
      "connection": {
        "id": "00000000-0000-4000-8000-000000000002",
        "protocol": "saml",
        "issuer": "https://second-7.example/saml",
        "clientId": null,
        "scopes": null,
        "saml": {
          "ssoUrl": "https://idp.example/sso?idpid=1",
          "certificates": [
            {
              "text": "-----BEGIN CERTIFICATE-----\nMIID4k9mx2t7qb5wz8f1hj3v6cdgnprsy0\n-----END CERTIFICATE-----\n",
              "fingerprint": "8B:48:71:22:73:8E:8B:CC:C4:B1:2D:A5:81:A8:FC:E4:72:4A:2E:26:39:86:69:78:F8:75:32:41:91:12:A1:EF",
              "endsAt": "2036-11-17T01:00:00.000Z"
            }
          ],
          "allowsProviderStart": false,
          "sloUrl": "https://idp.example/slo?idpid=1"
        },
        "signOut": "here",
        "isOn": true,
        "isTested": true,
        "secretChangedAt": "2026-11-20T01:00:00.000Z",
        "people": 0,
        "test": {
          "at": "2026-11-20T01:00:00.000Z",
          "claims": [
            "NameID",
            "email",
            "givenName"
          ],
          "domain": "sso-14.co.jp",
          "problems": []
        }
      },
      "connections": [
        {
          "id": "00000000-0000-4000-8000-000000000002",
          "protocol": "saml",
          "host": "idp.example",
          "isOn": true
        }
      ],
      "domains": [
        {
          "domain": "sso-13.co.jp",
          "connection": null
        },
        {
          "domain": "sso-14.co.jp",
          "connection": "00000000-0000-4000-8000-000000000002"
        }
      ]
    }
  },
  "setConnectionDomains": {
    "request": {
      "connection": "00000000-0000-4000-8000-000000000001",
      "domains": [
        "sso-8.co.jp"
      ]
    },
    "answer": {
      "redirectUri": "https://portal.example.jp/organization-sign-in/00000000-0000-4000-8000-000000000002",
      "signOut": {
        "backChannelUri": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000002/backchannel-logout",
        "returnUri": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000002/signed-out"
      },
      "serviceProvider": {
        "entityId": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000002/metadata",
        "acsUrl": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000002/acs",
        "sloUrl": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000002/slo",
        "metadataUrl": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000002/metadata",
        "certificate": "-----BEGIN CERTIFICATE-----\nMIID4k9mx2t7qb5wz8f1hj3v6cdgnprsy0\n-----END CERTIFICATE-----"
      },
      "connection": {
        "id": "00000000-0000-4000-8000-000000000001",
        "protocol": "saml",
        "issuer": "https://second-5.example/saml",
        "clientId": null,
        "scopes": null,
        "saml": {
          "ssoUrl": "https://idp.example/sso?idpid=1",
          "certificates": [
            {
              "text": "-----BEGIN CERTIFICATE-----\nMIID4k9mx2t7qb5wz8f1hj3v6cdgnprsy0\n-----END CERTIFICATE-----\n",
              "fingerprint": "C5:ED:32:34:FA:4A:1D:CB:A2:50:AF:9B:A6:75:D3:15:47:03:74:3D:2D:0E:C0:A6:8B:CB:D4:46:2C:EB:65:55",
              "endsAt": "2036-11-17T01:00:00.000Z"
            }
          ],
          "allowsProviderStart": false,
          "sloUrl": "https://idp.example/slo?idpid=1"
        },
        "signOut": "here",
        "isOn": false,
        "isTested": true,
        "secretChangedAt": "2026-11-20T01:00:00.000Z",
        "people": 0,
        "test": {
          "at": "2026-11-20T01:00:00.000Z",
          "claims": [
            "NameID",
            "email",
            "givenName"
          ],
          "domain": "sso-8.co.jp",
          "problems": []
        }
      },
      "connections": [
        {
          "id": "00000000-0000-4000-8000-000000000003",
          "protocol": "openid",
          "host": "localhost:21649",
          "isOn": true
        },
        {
          "id": "00000000-0000-4000-8000-000000000001",
          "protocol": "saml",
          "host": "idp.example",
          "isOn": false
        }
      ],
      "domains": [
        {
          "domain": "sso-8.co.jp",
          "connection": "00000000-0000-4000-8000-000000000001"
        }
      ]
    }
  },
  "setUpConnection": {
    "request": {
      "issuer": "https://application.example.jp/identity",
      "clientId": "another",
      "clientSecret": "the-secret-that-the-provider-shows",
      "scopes": "openid email profile",
      "connection": "new"
    },
    "answer": {
      "redirectUri": "https://portal.example.jp/organization-sign-in/00000000-0000-4000-8000-000000000001",
      "signOut": {
        "backChannelUri": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/backchannel-logout",
        "returnUri": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/signed-out"
      },
      "serviceProvider": {
        "entityId": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/metadata",
        "acsUrl": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/acs",
        "sloUrl": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/slo",
        "metadataUrl": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/metadata",
        "certificate": "-----BEGIN CERTIFICATE-----\nMIID4k9mx2t7qb5wz8f1hj3v6cdgnprsy0\n-----END CERTIFICATE-----"
      },
      "connection": {
        "id": "00000000-0000-4000-8000-000000000002",
        "protocol": "openid",
        "issuer": "https://application.example.jp/identity",
        "clientId": "another",
        "scopes": "openid email profile",
        "saml": null,
        "signOut": "here",
        "isOn": false,
        "isTested": false,
        "secretChangedAt": "2026-11-20T01:00:00.000Z",
        "people": 0,
        "test": null
      },
      "connections": [
        {
          "id": "00000000-0000-4000-8000-000000000003",
          "protocol": "openid",
          "host": "localhost:21649",
          "isOn": true
        },
        {
          "id": "00000000-0000-4000-8000-000000000004",
          "protocol": "saml",
          "host": "idp.example",
          "isOn": true
        },
        {
          "id": "00000000-0000-4000-8000-000000000002",
          "protocol": "openid",
          "host": "localhost:21649",
          "isOn": false
        }
      ],
      "domains": [
        {
          "domain": "sso-6.co.jp",
          "connection": "00000000-0000-4000-8000-000000000003"
        },
        {
          "domain": "sso-7.co.jp",
          "connection": "00000000-0000-4000-8000-000000000004"
        }
      ]
    }
  },
  "setUpSamlConnection": {
    "request": {
      "metadata": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- made by hand -->\n<md:EntityDescriptor xmlns:md=\"urn:oasis:names:tc:SAML:2.0:metadata\" entityID=\"https://idp-35.example/saml\">\n  <md:IDPSSODescriptor protocolSupportEnumeration=\"urn:oasis:names:tc:SAML:2.0:protocol\">\n    <md:KeyDescriptor use=\"signing\"><ds:KeyInfo xmlns:ds=\"http://www.w3.org/2000/09/xmldsig#\"><ds:X509Data><ds:X509Certificate>MIID4k9mx2t7qb5wz8f1hj3v6cdgnprsy0</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>\n    <md:SingleLogoutService Binding=\"urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect\" Location=\"https://idp.example/slo?idpid=1\"/>\n    <md:SingleSignOnService Binding=\"urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST\" Location=\"https://idp.example/post\"/>\n    <md:SingleSignOnService Binding=\"urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect\" Location=\"https://idp.example/sso?idpid=1\"/>\n  </md:IDPSSODescriptor>\n</md:EntityDescriptor>",
      "entityId": "",
      "ssoUrl": "",
      "certificates": "",
      "allowsProviderStart": true
    },
    "answer": {
      "redirectUri": "https://portal.example.jp/organization-sign-in/00000000-0000-4000-8000-000000000001",
      "signOut": {
        "backChannelUri": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/backchannel-logout",
        "returnUri": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/signed-out"
      },
      "serviceProvider": {
        "entityId": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/metadata",
        "acsUrl": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/acs",
        "sloUrl": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/slo",
        "metadataUrl": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/metadata",
        "certificate": "-----BEGIN CERTIFICATE-----\nMIID4k9mx2t7qb5wz8f1hj3v6cdgnprsy0\n-----END CERTIFICATE-----"
      },
      "connection": {
        "id": "00000000-0000-4000-8000-000000000002",
        "protocol": "saml",
        "issuer": "https://idp-35.example/saml",
        "clientId": null,
        "scopes": null,
        "saml": {
          "ssoUrl": "https://idp.example/sso?idpid=1",
          "certificates": [
            {
              "text": "-----BEGIN CERTIFICATE-----\nMIID4k9mx2t7qb5wz8f1hj3v6cdgnprsy0\n-----END CERTIFICATE-----\n",
              "fingerprint": "EE:64:0A:49:33:A1:FC:EA:F8:7F:49:27:74:5D:47:C3:52:C4:29:0A:4D:40:B6:C2:40:2F:E0:46:17:96:C3:07",
              "endsAt": "2036-11-17T01:00:00.000Z"
            }
          ],
          "allowsProviderStart": true,
          "sloUrl": "https://idp.example/slo?idpid=1"
        },
        "signOut": "here",
        "isOn": true,
        "isTested": true,
        "secretChangedAt": "2026-11-20T01:00:00.000Z",
        "people": 0,
        "test": {
          "at": "2026-11-20T01:00:00.000Z",
          "claims": [
            "NameID",
            "email",
            "givenName"
          ],
          "domain": "sso-14.co.jp",
          "problems": []
        }
      },
      "connections": [
        {
          "id": "00000000-0000-4000-8000-000000000002",
          "protocol": "saml",
          "host": "idp.example",
          "isOn": true
        }
      ],
      "domains": [
        {
          "domain": "sso-14.co.jp",
          "connection": "00000000-0000-4000-8000-000000000002"
        }
      ]
    }
  },
  "showConnection": {
    "answer": {
      "redirectUri": "https://portal.example.jp/organization-sign-in/00000000-0000-4000-8000-000000000001",
      "signOut": {
        "backChannelUri": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/backchannel-logout",
        "returnUri": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/signed-out"
      },
      "serviceProvider": {
        "entityId": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/metadata",
        "acsUrl": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/acs",
        "sloUrl": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/slo",
        "metadataUrl": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/metadata",
        "certificate": "-----BEGIN CERTIFICATE-----\nMIID4k9mx2t7qb5wz8f1hj3v6cdgnprsy0\n-----END CERTIFICATE-----"
      },
      "connection": {
        "id": "00000000-0000-4000-8000-000000000002",
        "protocol": "saml",
        "issuer": "https://idp-19.example/saml",
        "clientId": null,
        "scopes": null,
        "saml": {
          "ssoUrl": "https://idp.example/sso?idpid=1",
          "certificates": [
            {
              "text": "-----BEGIN CERTIFICATE-----\nMIID4k9mx2t7qb5wz8f1hj3v6cdgnprsy0\n-----END CERTIFICATE-----\n",
              "fingerprint": "6E:5C:72:31:09:1D:52:0E:C6:56:A3:B7:DE:43:2C:AB:8A:DD:4D:5F:4B:93:66:D0:B3:82:33:09:4E:90:8D:A9",
              "endsAt": "2036-11-17T01:00:00.000Z"
            }
          ],
          "allowsProviderStart": false,
          "sloUrl": "https://idp.example/slo?idpid=1"
        },
        "signOut": "here",
        "isOn": false,
        "isTested": true,
        "secretChangedAt": "2026-11-20T01:00:00.000Z",
        "people": 0,
        "test": {
          "at": "2026-11-20T01:00:00.000Z",
          "claims": [
            "NameID"
          ],
          "domain": "sso-9.co.jp",
          "problems": [
            "address-is-id",
            "no-name"
          ]
        }
      },
      "connections": [
        {
          "id": "00000000-0000-4000-8000-000000000002",
          "protocol": "saml",
          "host": "idp.example",
          "isOn": false
        }
      ],
      "domains": [
        {
          "domain": "sso-9.co.jp",
          "connection": "00000000-0000-4000-8000-000000000002"
        }
      ]
    }
  },
  "showJoining": {
    "answer": {
      "organisation": "関守商店",
      "provider": "localhost:26918",
      "email": "hanako@example.jp",
      "name": {
        "firstName": "太郎",
        "lastName": "外部"
      },
      "present": null,
      "account": "signed-in",
      "review": {
        "passkeys": 0,
        "app": false,
        "externalIds": [
          {
            "ja": "localhost:26918",
            "en": "localhost:26918"
          }
        ]
      },
      "documents": [
        {
          "id": "service-terms",
          "version": "47fcy2zvrm5jnkq1d0t86sxw3p9"
        },
        {
          "id": "member-terms",
          "version": "47fcy2zvrm5jnkq1d0t86sxw3p9"
        }
      ],
      "shown": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn"
    }
  },
  "switchConnection": {
    "request": {
      "on": true
    },
    "answer": {
      "redirectUri": "https://portal.example.jp/organization-sign-in/00000000-0000-4000-8000-000000000001",
      "signOut": {
        "backChannelUri": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/backchannel-logout",
        "returnUri": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/signed-out"
      },
      "serviceProvider": {
        "entityId": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/metadata",
        "acsUrl": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/acs",
        "sloUrl": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/slo",
        "metadataUrl": "https://portal.example.jp/v1/sso/organisation/00000000-0000-4000-8000-000000000001/metadata",
        "certificate": "-----BEGIN CERTIFICATE-----\nMIID4k9mx2t7qb5wz8f1hj3v6cdgnprsy0\n-----END CERTIFICATE-----"
      },
      "connection": {
        "id": "00000000-0000-4000-8000-000000000002",
        "protocol": "saml",
        "issuer": "https://idp-29.example/saml",
        "clientId": null,
        "scopes": null,
        "saml": {
          "ssoUrl": "https://idp.example/sso?idpid=1",
          "certificates": [
            {
              "text": "-----BEGIN CERTIFICATE-----\nMIID4k9mx2t7qb5wz8f1hj3v6cdgnprsy0\n-----END CERTIFICATE-----\n",
              "fingerprint": "22:DB:DD:CA:65:41:83:03:4C:63:4C:FC:1C:75:89:1E:94:FF:C0:2C:B9:D0:AC:86:3F:EC:13:5D:4C:45:F7:1E",
              "endsAt": "2036-11-17T01:00:00.000Z"
            }
          ],
          "allowsProviderStart": false,
          "sloUrl": "https://idp.example/slo?idpid=1"
        },
        "signOut": "here",
        "isOn": true,
        "isTested": true,
        "secretChangedAt": "2026-11-20T01:00:00.000Z",
        "people": 0,
        "test": {
          "at": "2026-11-20T01:00:00.000Z",
          "claims": [
            "NameID",
            "email",
            "givenName"
          ],
          "domain": "sso-12.co.jp",
          "problems": [
            "address-is-id"
          ]
        }
      },
      "connections": [
        {
          "id": "00000000-0000-4000-8000-000000000002",
          "protocol": "saml",
          "host": "idp.example",
          "isOn": true
        }
      ],
      "domains": [
        {
          "domain": "sso-12.co.jp",
          "connection": "00000000-0000-4000-8000-000000000002"
        }
      ]
    }
  },
  "testConnection": {
    "request": {
      "connection": "00000000-0000-4000-8000-000000000001"
    },
    "answer": {
      "redirectUrl": "https://idp.example/sso?idpid=1&SAMLRequest=rZJBb9swDIX%47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnk%47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86s%47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy%47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn%47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2z%47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5%47fcy2zvrm5jnkq1d0t86%2F&RelayState=47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn&SigAlg=http%3A%2F%2Fwww.w3.org%2F2001%2F04%2Fxmldsig-more%23rsa-sha256&Signature=HYRcHaH1JM8idM%47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0%2FB8CYGQXcx3oHVm4p1%47fcy2zvrm5jnkq1d0t86sxw3p9%47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnk%2FqyuNxc%47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47f%2FNoW9B9h%2B53n%2FYo5R%47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0%2BBQ8X984AFx21%2FYKzv4BREyAv9jhAOQ%2BbaRK9YxtjieJjZc%2Fk6Ik8g9j8nyP%47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fc%47fcy2zvrm5jnkq1d0t86sxw3p9bhg47%47fcy2zvrm5jnkq1d0t86sxw3%47fcy2zvrm5jnkq1d0t86sxw"
    }
  },
  "captchaChallenge": {
    "answer": {
      "parameters": {
        "algorithm": "SHA-256",
        "cost": 1,
        "data": {
          "action": "login"
        },
        "expiresAt": 1795755671,
        "keyLength": 32,
        "keyPrefix": "000",
        "nonce": "40e71bdf56c3289a40e71bdf56c3289a",
        "salt": "40e71bdf56c3289a40e71bdf56c3289a"
      },
      "signature": "40e71bdf56c3289a40e71bdf56c3289a40e71bdf56c3289a40e71bdf56c3289a"
    }
  },
  "legalConfiguration": {
    "answer": {
      "provider": {
        "ja": "関守サンプル株式会社",
        "en": "Sekimori Sample Inc."
      },
      "responsiblePerson": {
        "ja": "関 守",
        "en": "Mamoru Seki"
      },
      "address": {
        "ja": "東京都千代田区千代田1-1",
        "en": "1-1 Chiyoda, Chiyoda-ku, Tokyo, Japan"
      },
      "phone": "03-0000-0000",
      "phoneHours": {
        "ja": "平日 10:00〜17:00",
        "en": "weekdays 10:00–17:00 JST"
      },
      "contactEmail": "hanako@example.jp",
      "court": {
        "ja": "東京地方裁判所",
        "en": "the Tokyo District Court"
      },
      "abroad": {
        "ja": "ありません。",
        "en": "none."
      },
      "invoiceNumber": "T7000012050002",
      "monthlyPrice": 11000,
      "announcedPrice": {
        "effectiveOn": "2027-04-01",
        "monthlyPrice": 13200
      },
      "trialMonths": 1,
      "documents": [
        {
          "id": "service-terms",
          "version": "47fcy2zvrm5jnkq1d0t86sxw3p9",
          "effectiveOn": "2026-04-01",
          "pdf": {
            "ja": "/v1/site/legal/service-terms.ja.pdf",
            "en": "/v1/site/legal/service-terms.en.pdf"
          }
        },
        {
          "id": "member-terms",
          "version": "47fcy2zvrm5jnkq1d0t86sxw3p9",
          "effectiveOn": "2026-04-01",
          "pdf": {
            "ja": "/v1/site/legal/member-terms.ja.pdf",
            "en": "/v1/site/legal/member-terms.en.pdf"
          }
        }
      ]
    }
  },
  "lookUpPostalCode": {
    "answer": {
      "places": [
        {
          "addrState": "13",
          "addrCity": "中央区",
          "town": "銀座",
          "roman": {
            "addrCity": "Chuo-ku",
            "town": "Ginza"
          }
        }
      ]
    }
  },
  "showMaintenance": {
    "answer": {
      "maintenance": [
        {
          "area": "sign-up",
          "reason": {
            "ja": "決済システムの切り替えのため",
            "en": "We're changing systems."
          },
          "startedAt": "2026-11-20T00:59:00.000Z",
          "endsAt": "2026-11-20T01:29:00.000Z"
        }
      ]
    }
  },
  "siteConfiguration": {
    "answer": {
      "providerName": {
        "ja": "関守サンプル株式会社",
        "en": "Sekimori Sample Inc."
      },
      "contactUrl": "https://www.sekimori.example/contact",
      "companyUrl": {
        "ja": "https://www.sekimori.example/ja/company",
        "en": "https://www.sekimori.example/en/company"
      },
      "privacyUrl": {
        "ja": "https://www.sekimori.example/ja/privacy",
        "en": "https://www.sekimori.example/en/privacy"
      },
      "passwordMaximum": 14,
      "externalId": {
        "ja": "関守ID",
        "en": "Seki ID"
      },
      "captcha": "none",
      "captchaSiteKey": null,
      "karteOrigin": null,
      "sandboxUrl": null,
      "isInMaintenance": false
    }
  },
  "listTrustedBrowsers": {
    "answer": {
      "browsers": [
        {
          "id": "00000000-0000-4000-8000-000000000001",
          "current": true,
          "device": "",
          "trustedAt": "2026-11-20T01:02:00.000Z",
          "lastUsedAt": "2026-11-20T01:02:00.000Z",
          "expiresAt": "2026-12-20T01:02:00.000Z"
        }
      ]
    }
  },
  "removeTrustedBrowser": {
    "answer": {
      "browsers": []
    }
  },
  "removeTrustedBrowsers": {
    "answer": {
      "browsers": []
    }
  },
  "mfaSetting": {
    "request": {
      "enabled": true
    },
    "answer": {
      "first_name": "花子",
      "last_name": "山本",
      "email_address": "hanako@example.jp",
      "is_agree_service": true,
      "language_code": "en",
      "user_type": "1",
      "company_name": "関守商店",
      "registered_details": {
        "userType": "1",
        "companyName": "関守商店",
        "corporateNumber": "7000012050002",
        "postalCode": "1000001",
        "addrState": "13",
        "addrCity": "千代田区",
        "addrLine1": "千代田1-1",
        "addrLine2": ""
      },
      "mfa_enabled": true,
      "monthly_summary": true,
      "promotional_mail": false,
      "pending_email": null,
      "recovery_ends_at": null,
      "has_own_plan": true,
      "plan": {
        "id": "free",
        "state": "active",
        "endsOn": null,
        "freeUntil": null,
        "nextBillingOn": null,
        "monthlyPrice": null,
        "taxPercent": 10,
        "scansPerMonth": 5
      },
      "card": null,
      "session": {
        "authenticated_at": "2026-11-20T00:59:00.000Z",
        "expires_at": "2026-11-20T08:59:00.000Z",
        "remaining_ms": 28800000
      }
    }
  },
  "addWantedPasskey": {
    "request": {
      "credentialId": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jn",
      "clientDataJSON": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9b",
      "attestationObject": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t",
      "transports": [
        "usb"
      ]
    },
    "answer": {
      "outcome": {
        "status": "SIGNED_IN",
        "expiresAt": "2026-11-30T09:01:00.000Z"
      },
      "recoveryCodes": [
        "4K9MX-T7QB4-9MX2T",
        "4K9MX-T7QB4-9MX2T",
        "4K9MX-T7QB4-9MX2T",
        "4K9MX-T7QB4-9MX2T",
        "4K9MX-T7QB4-9MX2T",
        "4K9MX-T7QB4-9MX2T",
        "4K9MX-T7QB4-9MX2T",
        "4K9MX-T7QB4-9MX2T",
        "4K9MX-T7QB4-9MX2T",
        "4K9MX-T7QB4-9MX2T"
      ]
    }
  },
  "beginWantedApp": {
    "request": {},
    "answer": {
      "uri": "otpauth://totp/Sekimori:member16%40example.com?issuer=Sekimori&secret=47FNXW6KQGV2ZRJB3HTDYM5C47FNXW6K&algorithm=SHA1&digits=6&period=30",
      "secret": "47FN XW6K QGV2 ZRJB 3HTD YM5C 47FN XW6K"
    }
  },
  "beginWantedPasskey": {
    "request": {},
    "answer": {
      "challenge": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d",
      "rp": {
        "id": "localhost",
        "name": "Sekimori"
      },
      "user": {
        "id": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p",
        "name": "hanako@example.jp",
        "displayName": "hanako@example.jp"
      },
      "pubKeyCredParams": [
        {
          "type": "public-key",
          "alg": -8
        },
        {
          "type": "public-key",
          "alg": -7
        },
        {
          "type": "public-key",
          "alg": -257
        }
      ],
      "timeout": 300000,
      "excludeCredentials": [],
      "authenticatorSelection": {
        "residentKey": "required",
        "requireResidentKey": true,
        "userVerification": "required"
      },
      "attestation": "none"
    }
  },
  "confirmWantedApp": {
    "request": {
      "code": "425164"
    },
    "answer": {
      "outcome": {
        "status": "SIGNED_IN",
        "expiresAt": "2026-11-29T09:01:00.000Z"
      },
      "recoveryCodes": [
        "4K9MX-T7QB4-9MX2T",
        "4K9MX-T7QB4-9MX2T",
        "4K9MX-T7QB4-9MX2T",
        "4K9MX-T7QB4-9MX2T",
        "4K9MX-T7QB4-9MX2T",
        "4K9MX-T7QB4-9MX2T",
        "4K9MX-T7QB4-9MX2T",
        "4K9MX-T7QB4-9MX2T",
        "4K9MX-T7QB4-9MX2T",
        "4K9MX-T7QB4-9MX2T"
      ]
    }
  },
  "showWantedFactor": {
    "answer": {
      "organisation": "関守商店",
      "ways": [
        "passkey"
      ]
    }
  }
};
