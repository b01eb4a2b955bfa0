import type { Generated } from 'kysely'

interface ProviderTable {
  company: number
  /** The company as the register has it. */
  name: string
  /** What it is known as; empty: the name. */
  trade_name: Generated<string>
  /** The line below the name. */
  claim: Generated<string>
  street: Generated<string>
  plz: Generated<string>
  place: Generated<string>
  country: Generated<string>
  phone_number: Generated<string>
  email_address: Generated<string>
  home_page: Generated<string>
  uid_nr: Generated<string>
  register_no: Generated<string>
  register_court: Generated<string>
  bank: Generated<string>
  iban: Generated<string>
  bic: Generated<string>
  signatory: Generated<string>
  signatory_role: Generated<string>
  /** `#rrggbb`. */
  colour: Generated<string>
  /** A data URL of an SVG, PNG or JPEG image. */
  logo: Generated<string>
  signature: Generated<string>
}

interface PersonTable {
  company: number
  id: number
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
  /** JSON: which rows of imports set its values, where several name it; see `shared-persons.ts`. */
  set_by: string | null
}

interface CustomerTable {
  company: number
  external_id: Generated<string>
  id: number
  number: string
  pvaid: number | null
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
}

interface ContactTable {
  company: number
  external_id: Generated<string>
  pvaid: number
  id: number
  contact_company: number
  contact_id: number
  sequence_number: Generated<number>
  custom_field16: string | null
  custom_field17: string | null
  active: Generated<boolean>
  newsletter: Generated<boolean>
  display_email: string | null
  version: Generated<number>
  /** When the person's data was erased. */
  erased_at: Date | null
  /** When an operator locked it; then it is inactive until an operator unlocks it. */
  locked_at: Date | null
}

interface ShopUserTable {
  company: number
  pvaid: number
  id: number
  email_address: string
  rights: number
  password_hash: string | null
  password_must_change: Generated<boolean>
  password_expires_at: Date | null
  /** Where a generated password was mailed: it is good while this is the user name. */
  password_address: Generated<string | null>
  /** Whether the person has or had a right or a password; the database keeps it. */
  had_login: Generated<boolean>
}

interface InvoiceAddressTable {
  company: number
  external_id: Generated<string>
  id: number
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
}

interface FieldDescriptorTable {
  company: number
  form: 'customer' | 'contact'
  const_name: string
  position: number
  display_mode: Generated<number>
  description: string | null
  required: Generated<boolean>
  read_only: Generated<boolean>
}

interface PossibleValueTable {
  company: number
  field: string
  key: string
  value: string
  position: number
}

export interface PeopleTables {
  providers: ProviderTable
  persons: PersonTable
  customers: CustomerTable
  contacts: ContactTable
  shop_users: ShopUserTable
  invoice_addresses: InvoiceAddressTable
  field_descriptors: FieldDescriptorTable
  possible_values: PossibleValueTable
}
