// Generated from the catalog of a migrated database: after a change of migrations/, run schema.test.ts with -u.
import type { Generated } from 'kysely'

interface AuditEntries {
  id: Generated<number>
  at: Generated<Date>
  provider_id: number
  customer_id: number
  actor_contact_id: number | null
  action: string
  resource: string
  key: unknown
  changes: unknown
  /** The provider's key that acted instead of a person. */
  provider_key: number | null
  /** Number of the transaction that wrote the entry. */
  txid: Generated<string>
  /** The header traceparent of the save, for its webhooks; none of an import. */
  trace: string | null
}

interface Bounces {
  provider_id: number
  /** The user name in lower case. */
  address: string
  at: Generated<Date>
}

interface CalendarFeeds {
  provider_id: number
  contact_id: number
  token: string
  token_hash: Buffer
  /** Hash of the shop user's password when the address was made; another hash in shop_users ends the address. A change of the user name deletes the row. */
  password_hash: string | null
  created_at: Generated<Date>
}

interface ContactAccess {
  provider_id: number
  contact_id: number
  /** State of the last mail with a first password, or with a link to set one; null before the first mail. */
  mail_state: 'queued' | 'sent' | 'failed' | null
  mailed_at: Date | null
  valid_until: Date | null
  last_login_at: Date | null
  /** Time of the last mail about a login without the mark of an earlier one. */
  browser_told_at: Date | null
}

interface Contacts {
  provider_id: number
  contact_id: number
  customer_id: number
  person_id: number
  sequence_number: Generated<number>
  custom_field16: string | null
  custom_field17: string | null
  active: Generated<boolean>
  newsletter: Generated<boolean>
  display_email: string | null
  version: Generated<number>
  external_id: Generated<string>
  /** Time at which the person's data was erased. */
  erased_at: Date | null
  /** Time at which an operator locked the contact; it stays inactive until an operator unlocks it. */
  locked_at: Date | null
  /** Row that a full set lacked, so that the contact is inactive: the contact, or its customer. Null if a row, a form or an operator closed it. */
  left_out: 'contact' | 'customer' | null
  /** Whether a login existed whose row is gone; the database sets it. */
  had_login: Generated<boolean>
}

interface CustomerChanges {
  provider_id: number
  /** Name of the resource, as in audit_entries. */
  resource: string
  row_key: string
  code: string
  changed_at: Date
}

interface Customers {
  provider_id: number
  customer_id: number
  number: string
  contact_id: number | null
  additional_name: string | null
  uid_nr: string | null
  home_page: string | null
  compare_field1: string | null
  compare_field2: string | null
  compare_field3: string | null
  compare_field4: string | null
  compare_field5: string | null
  compare_field6: string | null
  compare_field7: string | null
  compare_field8: string | null
  compare_field9: string | null
  compare_field10: string | null
  compare_field11: string | null
  compare_field12: string | null
  compare_field13: string | null
  compare_field14: string | null
  version: Generated<number>
  external_id: Generated<string>
}

interface Documents {
  provider_id: number
  document_id: number
  kind: 'script' | 'recording' | 'invoice'
  event_id: number | null
  no: number | null
  customer_id: number | null
  caption: string
  file_name: string
  storage_key: string
  sha256: string
  size_bytes: number
  dpo_id: number | null
  dpd_id: number | null
  position: Generated<number>
  lookup_key: Generated<string>
  secret: Generated<string>
  added_at: Generated<Date>
  /** Name in file_names whose newer bytes replace this document; null where the row named a SHA-256 alone. */
  file: string | null
  external_id: Generated<string>
}

interface EmailChanges {
  provider_id: number
  contact_id: number
  /** Id by which jobs name the change; a job of an earlier change finds that it is no longer wanted. */
  change_id: string
  old_address: string
  new_address: string
  /** Hash of the shop user's password when the change was requested; another hash in shop_users ends the change. */
  password_hash: string | null
  confirm_hash: Buffer | null
  stop_hash: Buffer | null
  requested_at: Generated<Date>
  expires_at: Generated<Date>
}

interface Evaluations {
  provider_id: number
  interface_id: number
  caption: string
  evaluation_type: Generated<number>
  template: Generated<'evaluation-participants' | 'evaluation-costs' | 'evaluation-attendance'>
  external_id: Generated<string>
}

interface EventDates {
  provider_id: number
  event_id: number
  no: number
  day_no: number
  date: string
  starts: string | null
  ends: string | null
  hours: number | null
}

interface EventModels {
  provider_id: number
  model_id: string
  event_id: Generated<string>
  css: string
  svg: string
  html: string
}

interface Events {
  provider_id: number
  event_id: number
  no: number
  caption: string
  from_date: string | null
  to_date: string | null
  location: string | null
  product_type: number
  video_on_demand: Generated<boolean>
  state: Generated<'confirmed' | 'cancelled'>
  /** Of the entries in calendars: each change raises it. */
  sequence: Generated<number>
  external_id: Generated<string>
}

interface FieldDescriptors {
  provider_id: number
  form: 'customer' | 'contact'
  const_name: string
  position: number
  display_mode: Generated<number>
  description: string | null
  required: Generated<boolean>
  read_only: Generated<boolean>
}

interface FileNames {
  provider_id: number
  /** Name below files/ of an import; of an invoice found by its number, with invoices/ before it. */
  name: string
  sha256: string
}

interface FormerCustomers {
  provider_id: number
  contact_id: number
  customer_id: number
  left_at: Generated<Date>
}

interface IdempotencyKeys {
  provider_id: number
  customer_id: number
  contact_id: number
  key: string
  request_hash: string
  answer: string | null
  created_at: Generated<Date>
}

interface ImportKeys {
  provider_id: number
  run_id: string
  key: string
  /** Whether a row with this key was accepted; false if every one was refused. */
  accepted: boolean
  /** The part of a row that lowers a right or ends an access, which the run writes at its end; or the move of a login, which it only counts. */
  held: string | null
}

interface ImportRefusals {
  id: Generated<number>
  provider_id: number
  run_id: string
  line: number
  /** row: it was not taken; field: the row was taken without it; conflict: the stored value stays; notice: a consequence of rows that were taken. */
  kind: 'row' | 'field' | 'conflict' | 'notice'
  field: string | null
  value: string | null
  /** The stored value, which stays because another row has set it. */
  stored: string | null
  sentence: string
  text: string
  /** The key of the row; null where it cannot be read. */
  key: string | null
  /** Whether the last run before had the same of the same row. */
  known: Generated<boolean>
}

interface ImportRuns {
  provider_id: number
  /** Id of the run, unique within the company. */
  run_id: string
  resource: string
  mode: 'upsert' | 'replace'
  /** Text with which the keys of its full set begin; null: any. */
  prefix: string | null
  dry_run: boolean
  /** Key of the provider that began the run; null for a command. */
  provider_key: number | null
  format: 'csv' | 'ndjson'
  /** The header line of a CSV file. */
  header: string | null
  /** SHA-256 of the map that made its rows; null: no map. */
  map: string | null
  state: Generated<'running' | 'done' | 'failed'>
  /** Reason why the whole run stopped. */
  failure: string | null
  /** The last line whose rows are stored. */
  line: Generated<number>
  /** Part of the source that is stored, from 0 to 1; null where its size is not known. */
  share: number | null
  read: Generated<number>
  created: Generated<number>
  updated: Generated<number>
  unchanged: Generated<number>
  removed: Generated<number>
  refused: Generated<number>
  refused_fields: Generated<number>
  conflicts: Generated<number>
  /** Bytes of its rows in import_refusals. */
  refusal_bytes: Generated<number>
  /** Number of refusals beyond the limit of bytes, which are counted but not kept. */
  not_kept: Generated<number>
  /** Number of refused rows whose key cannot be read. */
  unnamed: Generated<number>
  /** The first lines of these rows, with commas. */
  unnamed_lines: Generated<string>
  /** Number of its rows in import_refusals that the last run before had, too. */
  known: Generated<number>
  started_at: Generated<Date>
  committed_at: Generated<Date>
}

interface InvoiceAddresses {
  provider_id: number
  customer_id: number
  no: number
  type: Generated<number>
  salutation: number | null
  title: string | null
  post_nominal_title: string | null
  name: string
  name1: string | null
  name2: string | null
  street: string
  plz: string
  place: string
  version: Generated<number>
  external_id: Generated<string>
}

interface Invoices {
  provider_id: number
  control_no: number
  customer_id: number
  no: string
  date: string
  /** The invoice as PDF; null until the provider has sent it. */
  document_id: number | null
  /** The e-invoice, beside the PDF or alone. */
  xml_document_id: number | null
  order_no: number | null
  /** A decimal number, VAT included. */
  amount: number | null
  currency: string | null
  due_date: string | null
  is_paid: boolean | null
  /** Text that the payment has to contain; null: the invoice number. */
  payment_reference: string | null
  external_id: Generated<string>
}

interface IssuedLetters {
  number: string
  provider_id: number
  customer_id: number
  contact_id: number
  kind: 'participation' | 'hour-record'
  key_id: string
  printed: string
  sha256: string
  issued_at: Generated<Date>
  withdrawn_at: Date | null
  withdrawn_reason: string | null
  /** Whether the participant had another name when the attendance was recorded. */
  renamed: Generated<boolean>
}

interface Jobs {
  id: string
  kind: string
  data: unknown
  /** `refused`: no retry can help; `failed`: its retries were used up. */
  state: Generated<'waiting' | 'running' | 'completed' | 'refused' | 'failed'>
  /** Number of runs that have begun. */
  attempts: Generated<number>
  /** Number of runs that have failed; a run that ended with its process is not counted. */
  failures: Generated<number>
  queued_at: Generated<Date>
  /** Time from which the job may run; while it runs, the time at which its process counts as dead. */
  due_at: Date
  /** Time at which the last run began. */
  started_at: Date | null
  ended_at: Date | null
  /** Reason why the last run failed, in English. */
  reason: string | null
}

interface Letters {
  provider_id: number
  letter_no: number
  kind: 'participation' | 'hour-record'
  event_id: number | null
  no: number | null
  external_id: Generated<string>
}

interface LogKeys {
  secret: string
  only_one: Generated<boolean>
}

interface LoginAttempts {
  id: Generated<number>
  at: Generated<Date>
  account: string
  /** The narrowest network of the address, as `networksOf` gives it. */
  address: string
  succeeded: boolean
}

interface LoginMarks {
  provider_id: number
  contact_id: number
  mark_hash: Buffer
  last_used_at: Generated<Date>
}

interface Logins {
  id: Generated<number>
  provider_id: number | null
  /** The contact; null, as its provider, where nobody has the name: such a row takes as long to write, and is deleted next. */
  contact_id: number | null
  at: Generated<Date>
  way: 'password' | 'passkey' | 'key'
  /** Why it was refused; null: it was not. */
  reason: string | null
}

interface MailLimits {
  /** Hash of the counted key: the purpose of a mail, and the address, person or customer. */
  key_hash: Buffer
  /** Time until which the turns that were taken last; each turn adds its share of a day. */
  used_until: Date
}

interface OperatorEvents {
  id: Generated<number>
  event: unknown
  at: Generated<Date>
}

interface Orders {
  provider_id: number
  no: number
  customer_id: number
  registered_at: Date
  ordered_from: string
  ordered_by_contact_id: number | null
  external_id: Generated<string>
}

interface Outgoing {
  is_only: Generated<boolean>
  database_identity: string
  folder_mark: string
  public_url: string | null
  held_because: string | null
  /** Time at which the last backup began. */
  backed_up_at: Date | null
  /** Time at which this database was restored from a backup; cursors and mails from before are those of its original. */
  restored_at: Date | null
}

interface Participations {
  provider_id: number
  participant_id: number
  customer_id: number
  contact_id: number
  event_id: number
  no: number
  order_no: number | null
  /** Only booked ones count as taking part. */
  state: Generated<'booked' | 'waiting' | 'cancelled' | 'rebooked'>
  /** The event to which it was rebooked, if the provider says so. */
  rebooked_event_id: number | null
  rebooked_no: number | null
  attended: Generated<boolean>
  /** First and last name of the participant when the attendance was recorded; the database fills it. */
  attended_name: string | null
  /** Null where nobody has said them. */
  hours: number | null
  /** A decimal number, net. */
  price: Generated<number>
  external_id: Generated<string>
}

interface PasskeyChallenges {
  challenge_hash: Buffer
  /** Provider of the person who makes a passkey; null at a login. */
  provider_id: number | null
  contact_id: number | null
  /** The narrowest network of the address that asked, as `networksOf` gives it. */
  address: string
  expires_at: Generated<Date>
}

interface Passkeys {
  passkey_id: Generated<string>
  provider_id: number
  contact_id: number
  /** Id of the credential in base64url. */
  credential_id: string
  /** Public key in the form of COSE. */
  public_key: Buffer
  counter: number
  transports: string[]
  name: string
  created_at: Generated<Date>
  last_used_at: Date | null
}

interface PasswordMails {
  provider_id: number
  contact_id: number
  /** The job that sends the mail; an earlier one finds that it is no longer wanted. */
  job_id: string
  /** Address to which the mail goes; its password or link is valid while the address is the user name. */
  address: string
  password_hash: string | null
  link_hash: Buffer | null
  expires_at: Date | null
}

interface Persons {
  provider_id: number
  person_id: number
  person_number: string | null
  salutation: number | null
  title: string | null
  first_name: string | null
  last_name: string | null
  post_nominal_title: string | null
  jobtitle: string | null
  street: string | null
  plz: string | null
  place: string | null
  phone_number: string | null
  tele_fax: string | null
  email_address: string | null
  /** JSON that names, by column, the contact whose row of an import set the value (0: the row of the customer), where several rows name the person; see `shared-persons.ts`. */
  set_by: string | null
}

interface PossibleValues {
  provider_id: number
  field: string
  key: string
  value: string
  position: number
}

interface ProviderKeys {
  id: Generated<number>
  provider_id: number
  name: string
  scopes: string[]
  key_hash: Buffer
  created_at: Generated<Date>
  expires_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
  /** Whether it came by a backup and nobody has confirmed it since: until then it opens nothing. */
  sleeping: Generated<boolean>
}

interface Providers {
  provider_id: number
  /** Name of the company in the commercial register. */
  name: string
  street: Generated<string>
  plz: Generated<string>
  place: Generated<string>
  phone_number: Generated<string>
  email_address: Generated<string>
  home_page: Generated<string>
  uid_nr: Generated<string>
  register_no: Generated<string>
  bank: Generated<string>
  iban: Generated<string>
  bic: Generated<string>
  /** Name under which the company is known; empty if it is the registered one. */
  trade_name: Generated<string>
  /** Slogan, printed below the name. */
  claim: Generated<string>
  country: Generated<string>
  register_court: Generated<string>
  signatory: Generated<string>
  signatory_role: Generated<string>
  /** Colour of the brand as `#rrggbb`. */
  colour: Generated<string>
  /** Logo as data URL of an SVG, PNG or JPEG image. */
  logo: Generated<string>
  signature: Generated<string>
}

interface RemovedNumbers {
  provider_id: number
  table_name: string
  /** The customer of an address, whose numbers are its own; 0 otherwise. */
  within: number
  highest: number
}

interface ServerFunctions {
  job_id: string
  provider_id: number
  customer_id: number
  contact_id: number
  name: string
  parameter: string
  request_hash: string
  letter_number: string
  status: Generated<number>
  failures: Generated<number>
  /** German sentence that says why the document was not made. */
  error: string | null
  file: Buffer | null
  created_at: Generated<Date>
  finished_at: Date | null
  /** Name of the document in the person's list; null if the client sent none. */
  caption: string | null
  /** Cost of the document, in letters. */
  cost: Generated<number>
  /** Hash of the letter's content; null until the letter is made, and for documents that are no single letter. */
  content_hash: string | null
  /** appKey of the shop in which the document was requested, on a server with several shops. */
  shop: string | null
  /** Family of the login that may have the result; null: every login of the person. */
  family: string | null
}

interface Sessions {
  token_hash: Buffer
  kind: 'access' | 'refresh'
  family: string
  provider_id: number
  customer_id: number
  contact_id: number
  created_at: Generated<Date>
  expires_at: Date
  last_used_at: Generated<Date>
  rotated_at: Date | null
  revoked_at: Date | null
  /** Key of the provider that opened the session; null for a login. */
  provider_key: number | null
  /** User agent of the browser that logged in; in a session that a provider's program opened, of the browser that used it first. */
  user_agent: string | null
  /** Time at which the person last proved its identity: the login that began the family. */
  logged_in_at: Generated<Date>
  /** Hash of the refresh token that was issued with the access token. */
  refresh_hash: Buffer | null
  /** appKey of the shop in which the session began, on a server with several shops. */
  shop: string | null
}

interface ShopUsers {
  provider_id: number
  contact_id: number
  customer_id: number
  email_address: string
  rights: number
  password_hash: string | null
  password_must_change: Generated<boolean>
  password_expires_at: Date | null
  /** Address to which a generated password was mailed; the password is valid while the address is the user name. */
  password_address: string | null
  /** Whether the person has or had a right or a password; the database sets it. */
  had_login: Generated<boolean>
}

interface SigningKeys {
  key_id: string
  /** Raw Ed25519 key of 32 bytes, base64url. */
  public_key: string
  first_used_at: Generated<Date>
}

interface StoredFiles {
  provider_id: number
  sha256: string
  storage_key: string
  size_bytes: number
  stored_at: Generated<Date>
}

interface Visits {
  provider_id: number
  contact_id: number
  last_at: Generated<Date>
  /** Time of the previous visit. */
  previous_at: Date | null
}

interface Webhooks {
  id: Generated<number>
  provider_id: number
  url: string
  /** Secret that signs each delivery: `whsec_` and base64. */
  secret: string
  /** Transaction number of the last change that became a delivery; `change_id` is its id. */
  txid: string
  change_id: Generated<number>
  /** Whether its last delivery failed. */
  failing: Generated<boolean>
  /** Whether it came by a backup and nobody has confirmed it since: until then it gets nothing. */
  sleeping: Generated<boolean>
  created_at: Generated<Date>
}

interface WebinarLinks {
  provider_id: number
  link_id: number
  customer_id: number
  contact_id: number | null
  event_id: number | null
  no: number | null
  caption: string
  link: string
  expiry_date: string | null
  is_pdf: Generated<boolean>
  external_id: Generated<string>
}

interface ZipDownloads {
  token_hash: Buffer
  provider_id: number
  contact_id: number
  family: string
  name: string
  document_keys: string[]
  expires_at: Date
}

/** Kysely's knowledge of the schema, which migrations/ has made. */
export interface Tables {
  audit_entries: AuditEntries
  bounces: Bounces
  calendar_feeds: CalendarFeeds
  contact_access: ContactAccess
  contacts: Contacts
  customer_changes: CustomerChanges
  customers: Customers
  documents: Documents
  email_changes: EmailChanges
  evaluations: Evaluations
  event_dates: EventDates
  event_models: EventModels
  events: Events
  field_descriptors: FieldDescriptors
  file_names: FileNames
  former_customers: FormerCustomers
  idempotency_keys: IdempotencyKeys
  import_keys: ImportKeys
  import_refusals: ImportRefusals
  import_runs: ImportRuns
  invoice_addresses: InvoiceAddresses
  invoices: Invoices
  issued_letters: IssuedLetters
  jobs: Jobs
  letters: Letters
  log_keys: LogKeys
  login_attempts: LoginAttempts
  login_marks: LoginMarks
  logins: Logins
  mail_limits: MailLimits
  operator_events: OperatorEvents
  orders: Orders
  outgoing: Outgoing
  participations: Participations
  passkey_challenges: PasskeyChallenges
  passkeys: Passkeys
  password_mails: PasswordMails
  persons: Persons
  possible_values: PossibleValues
  provider_keys: ProviderKeys
  providers: Providers
  removed_numbers: RemovedNumbers
  server_functions: ServerFunctions
  sessions: Sessions
  shop_users: ShopUsers
  signing_keys: SigningKeys
  stored_files: StoredFiles
  visits: Visits
  webhooks: Webhooks
  webinar_links: WebinarLinks
  zip_downloads: ZipDownloads
}
