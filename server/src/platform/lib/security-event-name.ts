/** Names of security events: the member `event` of a line of the log about a login or a right. */
export type SecurityEventName =
  /**
   * Somebody has logged in; `by` says how: by password, by passkey, or by a key of the provider, whose number is `key`.
   */
  | 'login'
  /**
   * A login has failed; `reason` says why: unknown-shop-user, wrong-password, no-password (none was ever set), locked
   * (inactive or without a right), expired (a generated password), changed-meanwhile, or of a passkey unknown-passkey,
   * wrong-answer and old-challenge.
   */
  | 'login-refused'
  /** A try, a check or a mail has been refused because there were too many; `reason` is the limit. */
  | 'throttled'
  /** Somebody who is logged in has requested something that the right does not allow: noted once an hour. */
  | 'right-refused'
  /**
   * Somebody who is logged in has named a thing that is not there, or another's: the answers are the same, and so is
   * this. Once an hour.
   */
  | 'foreign-id'
  /** A call with a person's cookies came without the proof that a page of ours sent it: once an hour. */
  | 'xsrf-refused'
  /** A page of an origin that CORS_ORIGINS does not list has called: once an hour. */
  | 'cors-refused'
  /** Somebody has asked for a new password, for whatever address: noted once an hour. */
  | 'password-reset-asked'
  /**
   * A link to set a password, or a generated one, is mailed to a person; of each wave of `send-access` how many:
   * `count`.
   */
  | 'access-mailed'
  /** A mailed link has been followed to set a password. */
  | 'password-link-used'
  /** A person has asked for a copy of the own data. */
  | 'data-copy-asked'
  /**
   * A person has exported a list or had documents packed (`documents`, and how many: `count`), or the operator has
   * exported all data of a company, or backed up those of all: `data`.
   */
  | 'data-exported'
  /**
   * A key (`key`) or the operator has brought in shop users, who may log in and have rights: how many were `created`
   * and `updated`, by the operator in each batch.
   */
  | 'access-imported'
  /** The operator has added a receiver of changes: `webhook` is its number. */
  | 'webhook-added'
  /** The operator has removed it. */
  | 'webhook-removed'
  /** A person has got another right: `right`. */
  | 'right-changed'
  /** A password has been set or taken away. */
  | 'password-changed'
  /** Somebody wants another e-mail address, and a link has been mailed to it. */
  | 'email-change-requested'
  /** A person logs in with another e-mail address from now on. */
  | 'email-changed'
  /** A person has made a passkey. */
  | 'passkey-added'
  /** A person has removed a passkey. */
  | 'passkey-removed'
  /** A person has made an address for calendar programs. */
  | 'calendar-address-made'
  /** A person has had it shown again. */
  | 'calendar-address-shown'
  /** A person has deleted it. */
  | 'calendar-address-deleted'
  /** A calendar program has read the person's events by that address, from this network address: noted once an hour. */
  | 'calendar-address-used'
  /**
   * Sessions of a person have been ended: `reason` is logout, own-choice (in the list of devices), login-changed or
   * operator.
   */
  | 'sessions-ended'
  /** The operator has made a user's contact inactive. */
  | 'shop-user-locked'
  /** The operator has made it active again. */
  | 'shop-user-unlocked'
  /** The operator has erased a person's data. */
  | 'person-erased'
  /**
   * A letter bears a name that the person did not have when the attendance was recorded: another person may have got
   * the contact.
   */
  | 'letter-in-new-name'
  /** The operator, or a key (`key`), has revoked an issued letter for good: `letter` is its number. */
  | 'letter-revoked'
  /** The operator has made another key that signs letters: `key` is its id. */
  | 'signing-key-rotated'
  /** The operator has made a key of the provider: `key` is its number. */
  | 'key-created'
  /** The operator has revoked a key of the provider. */
  | 'key-revoked'
  /** The operator has let a key, or a webhook, of a restored backup work again. */
  | 'key-confirmed'
  | 'webhook-confirmed'
  /** The API for programs of the provider was called without a key, or with a wrong one: noted once an hour. */
  | 'key-refused'
