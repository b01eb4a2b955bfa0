/**
 * Features of a backend beyond the calls of the specification. The configuration's `features` names those of the
 * backend; the elements hide all others. The descriptions appear in the OpenAPI document and in docs/BACKEND.md.
 */
export const backendFeatures = {
  access: 'Tells admins what became of the mail with which a contact first logs in, and sends it again.',
  'bulk-confirmations':
    'Makes the participation confirmations of all participants of an event at once, as one PDF to print or as a ZIP file.',
  'bulk-contacts':
    'Takes many creations of contacts one after the other, each once for its Idempotency-Key, so that an admin can add a table of them.',
  calendar:
    'Gives events as files for calendars, and each person an address at which calendar programs find the own events.',
  csv: 'Writes contacts, orders and invoices as files for spreadsheets.',
  'data-copy':
    'Gives each person a copy of the own data, for people as PDF and for programs as JSON: the server function DataCopy.',
  'email-confirmation':
    'Lets another e-mail address of the person count only once a link in a mail to it was followed; shows, repeats and cancels such a change.',
  history:
    'Tells admins who changed what of the company, its contacts and its invoice addresses, from which value to which.',
  'hour-record-period':
    'Prints the period that the person chose on an hour record: TimesheetLetter takes `from` and `to`.',
  'invoice-mail':
    'Mails number and date of an invoice, with a link to the shop, to contacts who may see invoices and to the company.',
  'invoice-attachments': 'Attaches the files of an invoice to its mail, up to a size; the dialog says so.',
  jobs: 'Lists the documents that the person has requested in the last day, whatever tab or device asked for them.',
  passkeys:
    'Keeps passkeys (WebAuthn), with which people log in without a password; on pages of the origin of the API alone.',
  overview:
    'Tells what today needs and what is new: names, the next events, open invoices, and the documents since the last visit.',
  'overview-events':
    'Lists the events of the person or company with counts of what belongs to each; the first six come with the overview.',
  'password-reset': 'Mails a link to choose a new password to whoever has forgotten it.',
  sessions: 'Lists the sessions of the person, and ends them one by one or all others.',
  zip: 'Puts some documents into one ZIP file, at an address that is good once.'
} as const

export type BackendFeature = keyof typeof backendFeatures
