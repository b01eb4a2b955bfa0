import { type Kysely, sql } from 'kysely'

/** What columns mean, for whoever looks at the database, and for `tables.ts`, which is made of it. */
const comments: Readonly<Record<string, string>> = {
  'invoices.document_id': 'Null until the provider has sent it.',
  'invoices.xml_document_id': 'The e-invoice, beside the PDF or alone.',
  'invoices.amount': 'A decimal number, VAT included.',
  'visits.previous_at': 'The visit before.',
  'participations.attended_name':
    'First and last name of the participant when the attendance was recorded; the database fills it.',
  'participations.price': 'Net, in cents.',
  'calendar_feeds.email_address': 'Written and read by the version before alone.',
  'calendar_feeds.password_hash':
    'As it was when the address was made: it ends with it. Another user name deletes the row.',
  'import_runs.run_id': 'Unique within the company.',
  'import_runs.provider_key': 'Null: a command.',
  'import_runs.header': 'The header line of a CSV file.',
  'import_runs.failure': 'Why the whole run stopped.',
  'import_runs.line': 'The last line whose rows are stored.',
  'import_refusals.is_conflict': 'The row was taken, but for this field, which a customer has changed meanwhile.',
  'import_refusals.stored': 'The value that stays since another row has set it.',
  'import_keys.accepted': 'False: every row with this key was refused.',
  'customer_changes.resource': 'As in the audit.',
  'server_functions.shop': 'The shop of several that it was asked for in, by its appKey.',
  'server_functions.caption': 'What the person calls it; null if the client named nothing.',
  'server_functions.cost': 'What it costs, in letters.',
  'server_functions.content_hash':
    'What the letter says, hashed; null until it is made, and for all but single letters.',
  'server_functions.family': 'Of the login that may have the result; null: every one of the person.',
  'server_functions.error': 'A German sentence.',
  'signing_keys.public_key': 'Raw Ed25519 key of 32 bytes, base64url.',
  'issued_letters.renamed': 'Whether the participant had another name when the attendance was recorded.',
  'providers.name': 'The company as the register has it.',
  'providers.trade_name': 'What it is known as; empty: the name.',
  'providers.claim': 'The line below the name.',
  'providers.colour': '`#rrggbb`.',
  'providers.logo': 'A data URL of an SVG, PNG or JPEG image.',
  'persons.set_by': 'JSON: which rows of imports set its values, where several name it; see `shared-persons.ts`.',
  'contacts.erased_at': "When the person's data was erased.",
  'contacts.locked_at': 'When an operator locked it; then it is inactive until an operator unlocks it.',
  'contacts.had_login': 'Whether there was a login whose row is gone; the database keeps it.',
  'shop_users.password_address': 'Where a generated password was mailed: it is good while this is the user name.',
  'shop_users.had_login': 'Whether the person has or had a right or a password; the database keeps it.',
  'sessions.logged_in_at': 'When the person last showed who it is: the login that began the family.',
  'sessions.refresh_hash': 'Of an access token: the hash of the refresh token that was given out with it.',
  'sessions.provider_key': 'Which key of the provider opened it; null: a login.',
  'sessions.shop': 'The shop of several that it began in, by its appKey.',
  'sessions.user_agent':
    "Of the browser that logged in or, in a session that a provider's program opened, that used it first.",
  'login_attempts.address': 'The narrowest network of the address, as `networksOf` gives it.',
  'audit_entries.provider_key': "The provider's key that acted instead of a person.",
  'audit_entries.txid': 'Of the transaction that wrote it.',
  'password_mails.job_id': 'The job that sends the mail; an earlier one finds that it is no longer wanted.',
  'password_mails.address': 'Where the mail goes: what it brings is good while this is the user name.',
  'contact_access.mail_state': 'Of the last mail with a first password, or a link to set one; null: there was none.',
  'contact_access.browser_told_at': 'Of the last mail about a login without the mark of an earlier one.',
  'email_changes.change_id': 'Named by the jobs: those of an earlier change find that they are no longer wanted.',
  'email_changes.password_hash':
    'What the shop user had when the change was asked for: another one in shop_users ends it.',
  'mail_limits.key_hash': 'Of a kind of mail and whom or what it is counted for.',
  'mail_limits.used_until': 'Each turn adds its share of a day.',
  'passkeys.credential_id': 'Base64url.',
  'passkeys.public_key': 'In the form of COSE.',
  'passkey_challenges.company': 'Who makes a passkey; null: somebody logs in.',
  'passkey_challenges.address': 'The narrowest network of the address that asked, as `networksOf` gives it.',
  'webhooks.secret': '`whsec_` and base64: what each delivery is signed with.',
  'webhooks.txid': 'With `change_id`: the last change that became a delivery.',
  'webhooks.failing': 'Whether its last delivery failed.',
  'webhook_deliveries.taken_until': 'Until then a job is at work on it.',
  'webhook_deliveries.failed_at': 'When it was given up.',
  'webhook_deliveries.reason': 'Why the last attempt failed, in English.'
}

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [column, comment] of Object.entries(comments))
    await sql`comment on column ${sql.ref(column)} is ${sql.lit(comment)}`.execute(db)
}
