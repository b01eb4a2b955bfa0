/** What the log says of logins and of who may do what: the member `event` of a line. */
export type SecurityEventName =
  /** Somebody has logged in; `by` says how: by password, by passkey, or by a key of the provider, whose number is `key`. */
  | 'login'
  /** A login has failed; `reason` says why: unknown-user, wrong-password, no-password (none was ever set), locked (inactive or without a right), expired (a generated password), changed-meanwhile, or of a passkey unknown-passkey, wrong-answer and old-challenge. */
  | 'login-refused'
  /** A try, a check or a mail has been refused because there were too many; `reason` is the limit. */
  | 'throttled'
  /** Somebody who is logged in has asked for what the right does not allow. */
  | 'right-refused'
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
  /** Sessions of a person have been ended: `reason` is logout, own-choice (in the list of devices), login-changed or operator. */
  | 'sessions-ended'
  /** The operator has made a user's contact inactive, by a running server with the embedded database. */
  | 'user-locked'
  /** The operator has made it active again, in the same way. */
  | 'user-unlocked'
  /** The operator has erased a person's data, in the same way. */
  | 'person-erased'
  /** A letter bears a name that the person did not have when the attendance was recorded: another person may have got the contact. */
  | 'letter-in-new-name'
  /** The operator has made a key of the provider, by a running server with the embedded database: `key` is its number. */
  | 'key-created'
  /** The operator has revoked a key of the provider in the same way. */
  | 'key-revoked'
  /** The API for programs of the provider was called without a key, or with a wrong one. */
  | 'key-refused'
