import type { Generated } from 'kysely'

interface SessionTable {
  token_hash: Buffer
  kind: 'access' | 'refresh'
  family: string
  company: number
  id: number
  pvaid: number
  created_at: Generated<Date>
  /** When the person last showed who it is: the login that began the family. */
  logged_in_at: Generated<Date>
  expires_at: Date
  last_used_at: Generated<Date>
  rotated_at: Date | null
  /** Of an access token: the hash of the refresh token that was given out with it. */
  refresh_hash: Buffer | null
  revoked_at: Date | null
  /** Which key of the provider opened it; null: a login. */
  provider_key: number | null
  /** The shop of several that it began in, by its appKey. */
  shop: string | null
  /** Of the browser that logged in or, in a session that a provider's program opened, that used it first. */
  user_agent: string | null
}

interface LoginMarkTable {
  company: number
  pvaid: number
  mark_hash: Buffer
  last_used_at: Generated<Date>
}

interface LoginAttemptTable {
  id: Generated<number>
  at: Generated<Date>
  account: string
  /** The narrowest network of the address, as `networksOf` gives it. */
  address: string
  succeeded: boolean
}

interface AuditEntryTable {
  id: Generated<number>
  at: Generated<Date>
  company: number
  customer_id: number
  actor_pvaid: number | null
  /** The provider's key that acted instead of a person. */
  provider_key: number | null
  /** Of the transaction that wrote it. */
  txid: Generated<string>
  action: string
  resource: string
  key: unknown
  changes: unknown
}

interface PasswordMailTable {
  company: number
  pvaid: number
  /** The job that sends the mail; an earlier one finds that it is no longer wanted. */
  job_id: string
  password_hash: string | null
  /** Where the mail goes: what it brings is good while this is the user name. */
  address: string
  link_hash: Buffer | null
  expires_at: Date | null
}

interface ContactAccessTable {
  company: number
  pvaid: number
  /** Of the last mail with a first password, or a link to set one; null: there was none. */
  mail_state: 'queued' | 'sent' | 'failed' | null
  mailed_at: Date | null
  valid_until: Date | null
  last_login_at: Date | null
  /** Of the last mail about a login without the mark of an earlier one. */
  browser_told_at: Date | null
}

interface EmailChangeTable {
  company: number
  pvaid: number
  /** Named by the jobs: those of an earlier change find that they are no longer wanted. */
  change_id: string
  old_address: string
  new_address: string
  /** What the shop user had when the change was asked for: another one in shop_users ends it. */
  password_hash: string | null
  confirm_hash: Buffer | null
  stop_hash: Buffer | null
  requested_at: Generated<Date>
  expires_at: Generated<Date>
}

interface MailLimitTable {
  /** Of a kind of mail and whom or what it is counted for. */
  key_hash: Buffer
  /** Each turn adds its share of a day. */
  used_until: Date
}

interface PasskeyTable {
  passkey_id: Generated<string>
  company: number
  pvaid: number
  /** Base64url. */
  credential_id: string
  /** In the form of COSE. */
  public_key: Buffer
  counter: number
  transports: string[]
  name: string
  created_at: Generated<Date>
  last_used_at: Date | null
}

interface PasskeyChallengeTable {
  challenge_hash: Buffer
  /** Who makes a passkey; null: somebody logs in. */
  company: number | null
  pvaid: number | null
  /** The narrowest network of the address that asked, as `networksOf` gives it. */
  address: string
  expires_at: Generated<Date>
}

interface IdempotencyKeyTable {
  company: number
  pvaid: number
  key: string
  request_hash: string
  answer: Generated<string | null>
  created_at: Generated<Date>
}

export interface SessionTables {
  sessions: SessionTable
  login_marks: LoginMarkTable
  login_attempts: LoginAttemptTable
  audit_entries: AuditEntryTable
  password_mails: PasswordMailTable
  contact_access: ContactAccessTable
  email_changes: EmailChangeTable
  mail_limits: MailLimitTable
  passkeys: PasskeyTable
  passkey_challenges: PasskeyChallengeTable
  idempotency_keys: IdempotencyKeyTable
}
