import { type DatabaseMigrations, columnComments, inOrder } from './migration.ts'

export const comments: DatabaseMigrations = {
  /** Meanings of columns, for people who look at the database and for `tables.ts`, which is generated from them. */
  '0071-column-comments': inOrder(
    ...columnComments({
      'invoices.xml_document_id': 'The e-invoice, beside the PDF or alone.',
      'invoices.amount': 'A decimal number, VAT included.',
      'participations.attended_name':
        'First and last name of the participant when the attendance was recorded; the database fills it.',
      'import_runs.header': 'The header line of a CSV file.',
      'import_runs.line': 'The last line whose rows are stored.',
      'signing_keys.public_key': 'Raw Ed25519 key of 32 bytes, base64url.',
      'issued_letters.renamed': 'Whether the participant had another name when the attendance was recorded.',
      'login_attempts.address': 'The narrowest network of the address, as `networksOf` gives it.',
      'audit_entries.provider_key': "The provider's key that acted instead of a person.",
      'password_mails.job_id': 'The job that sends the mail; an earlier one finds that it is no longer wanted.',
      'passkey_challenges.address': 'The narrowest network of the address that asked, as `networksOf` gives it.',
      'webhooks.failing': 'Whether its last delivery failed.'
    })
  ),

  /** Meanings of columns in words of the glossary; `tables.ts` is generated from them. */
  '0073-comments-in-plain-words': inOrder(
    ...columnComments({
      'audit_entries.txid': 'Number of the transaction that wrote the entry.',
      'calendar_feeds.email_address': 'User name; only the previous version of the server reads and writes it.',
      'calendar_feeds.password_hash':
        "Hash of the shop user's password when the address was made; another hash in shop_users ends the address. A change of the user name deletes the row.",
      'contact_access.mail_state':
        'State of the last mail with a first password, or with a link to set one; null before the first mail.',
      'contact_access.browser_told_at': 'Time of the last mail about a login without the mark of an earlier one.',
      'contacts.erased_at': "Time at which the person's data was erased.",
      'contacts.locked_at':
        'Time at which an operator locked the contact; it stays inactive until an operator unlocks it.',
      'contacts.had_login': 'Whether a login existed whose row is gone; the database sets it.',
      'customer_changes.resource': 'Name of the resource, as in audit_entries.',
      'email_changes.change_id':
        'Id by which jobs name the change; a job of an earlier change finds that it is no longer wanted.',
      'email_changes.password_hash':
        "Hash of the shop user's password when the change was requested; another hash in shop_users ends the change.",
      'import_keys.accepted': 'Whether a row with this key was accepted; false if every one was refused.',
      'import_refusals.is_conflict':
        'Whether the row was accepted but for this field, which a customer has changed meanwhile.',
      'import_refusals.stored': 'The stored value, which stays because another row has set it.',
      'import_runs.run_id': 'Id of the run, unique within the company.',
      'import_runs.provider_key': 'Key of the provider that began the run; null for a command.',
      'import_runs.failure': 'Reason why the whole run stopped.',
      'invoices.document_id': 'The invoice as PDF; null until the provider has sent it.',
      'jobs.attempts': 'Number of runs that have begun.',
      'jobs.failures': 'Number of runs that have failed; a run that ended with its process is not counted.',
      'jobs.due_at': 'Time from which the job may run; while it runs, the time at which its process counts as dead.',
      'jobs.started_at': 'Time at which the last run began.',
      'jobs.reason': 'Reason why the last run failed, in English.',
      'mail_limits.key_hash': 'Hash of the counted key: the purpose of a mail, and the address, person or customer.',
      'mail_limits.used_until': 'Time until which the turns that were taken last; each turn adds its share of a day.',
      'participations.price': 'Net price in cents.',
      'passkey_challenges.company': 'Company of the person who makes a passkey; null at a login.',
      'passkeys.credential_id': 'Id of the credential in base64url.',
      'passkeys.public_key': 'Public key in the form of COSE.',
      'password_mails.address':
        'Address to which the mail goes; its password or link is valid while the address is the user name.',
      'persons.set_by':
        'JSON that names, by column, the contact whose row of an import set the value (0: the row of the customer), where several rows name the person; see `shared-persons.ts`.',
      'providers.name': 'Name of the company in the commercial register.',
      'providers.trade_name': 'Name under which the company is known; empty if it is the registered one.',
      'providers.claim': 'Slogan, printed below the name.',
      'providers.colour': 'Colour of the brand as `#rrggbb`.',
      'providers.logo': 'Logo as data URL of an SVG, PNG or JPEG image.',
      'server_functions.error': 'German sentence that says why the document was not made.',
      'server_functions.caption': "Name of the document in the person's list; null if the client sent none.",
      'server_functions.cost': 'Cost of the document, in letters.',
      'server_functions.content_hash':
        "Hash of the letter's content; null until the letter is made, and for documents that are no single letter.",
      'server_functions.shop':
        'appKey of the shop in which the document was requested, on a server with several shops.',
      'server_functions.family': 'Family of the login that may have the result; null: every login of the person.',
      'sessions.provider_key': 'Key of the provider that opened the session; null for a login.',
      'sessions.user_agent':
        "User agent of the browser that logged in; in a session that a provider's program opened, of the browser that used it first.",
      'sessions.logged_in_at': 'Time at which the person last proved its identity: the login that began the family.',
      'sessions.refresh_hash': 'Hash of the refresh token that was issued with the access token.',
      'sessions.shop': 'appKey of the shop in which the session began, on a server with several shops.',
      'shop_users.password_address':
        'Address to which a generated password was mailed; the password is valid while the address is the user name.',
      'shop_users.had_login': 'Whether the person has or had a right or a password; the database sets it.',
      'visits.previous_at': 'Time of the previous visit.',
      'webhooks.secret': 'Secret that signs each delivery: `whsec_` and base64.',
      'webhooks.txid': 'Transaction number of the last change that became a delivery; `change_id` is its id.'
    })
  )
}
