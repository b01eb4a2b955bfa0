import type { fieldTables, Noun } from '../../contract/src/field-tables.ts'

interface Places<Name extends string> {
  /** Where the rows stand. */
  readonly where: string
  /** Fields that stand elsewhere; false for those that nobody is shown. */
  readonly others?: Readonly<Partial<Record<Name, string | false>>>
}

const formFields = 'form, where the field list has it'
const keys = { company: false, id: false, pvaid: false } as const
const names = 'list; form, where the field list has it'
const offered = 'offers of the form'

/** Where the elements show each field. */
const places: { readonly [N in Noun]: Places<keyof (typeof fieldTables)[N] & string> } = {
  calendar: { where: '`mydata/userprofile`' },
  contact: {
    where: formFields,
    others: {
      ...keys,
      contactCompany: false,
      contactId: false,
      sequenceNumber: false,
      firstName: names,
      lastName: names,
      title: names,
      postNominalTitle: names,
      webshopRights: names,
      active: 'filter of the list; form, where the field list has it',
      displayEmail: 'list',
      shopEmail: 'confirmations: it names the own contact'
    }
  },
  'contact-access': {
    where: '`mydata/contacts`: form, for admins',
    others: { hadLogin: 'form: the address may be changed' }
  },
  customer: { where: formFields, others: keys },
  document: { where: 'file that is opened or saved', others: { responseInfo: false } },
  'document-event': {
    where: '`scripts`',
    others: {
      eventId: false,
      no: false,
      participantId: false,
      location: false,
      productType: 'heading',
      videoOnDemand: 'heading'
    }
  },
  evaluation: { where: '`confirmations/evaluation`: drop-down', others: { companyNo: false, interfaceId: false } },
  event: { where: '`confirmations`: drop-down and list', others: { eventId: false, no: false, participantId: false } },
  'event-document': {
    where: '`scripts`',
    others: { documentHash: false, dpoId: false, dpdId: false, fileName: 'name of the saved file' }
  },
  'event-key': { where: 'nowhere', others: { eventId: false, no: false } },
  'event-model': { where: '`<event-layers>`', others: { html: false } },
  field: { where: 'form', others: { displayMode: false, constName: 'form: which field it is' } },
  'first-invoice': { where: '`overview`' },
  history: { where: 'dialog of the history, for admins' },
  invoice: {
    where: '`invoices`',
    others: { companyNo: false, controlNo: false, documentHash: false, fileName: 'name of the saved file' }
  },
  'invoice-address': {
    where: 'list and form',
    others: { no: false, type: false, company: false, id: false, salutation: 'form', country: 'form' }
  },
  'invoice-document': {
    where: '`invoices`',
    others: { documentHash: false, dpoId: false, dpdId: false, fileName: 'name of the saved file', fileSize: false }
  },
  job: {
    where: '`confirmations`: list of jobs',
    others: { jobId: false, functionName: false, fileData: 'file that is opened or saved' }
  },
  letter: { where: 'nowhere', others: { letterNo: false } },
  'new-documents': { where: '`overview`', others: { eventId: false } },
  'next-event': { where: '`overview`', others: { eventId: false } },
  'open-invoices': { where: '`overview`' },
  'open-sum': { where: '`overview`' },
  order: { where: '`orders`' },
  'ordered-event': { where: '`orders`', others: { eventId: false, no: false } },
  'ordered-participant': {
    where: '`orders`',
    others: { participantId: false, contactCompany: false, contactId: false }
  },
  overview: { where: '`overview`' },
  'overview-event': { where: '`overview`', others: { eventId: false, no: false, waiting: false } },
  'possible-value': { where: offered, others: { key: false } },
  session: { where: '`mydata/userprofile`', others: { sessionId: false } },
  webinar: { where: '`webinars`', others: { eventId: 'groups of the list' } },
  'webshop-user': {
    where: '`mydata/userprofile`',
    others: { changeParticipantAllowed: 'confirmations: whether colleagues can be chosen' }
  }
}

/** Returns where a field is shown. */
export function placeOf(noun: Noun, name: string): string {
  const { where, others = {} } = places[noun] as Places<string>
  return (others[name] ?? where) || '–'
}
