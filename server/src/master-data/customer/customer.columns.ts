import { customerFields } from '@customer-center/contract/customer'

/** A customer is a row of `customers` and, for its name and address, one of `persons`. */
const personColumns = {
  title: 'title',
  firstName: 'first_name',
  lastName: 'last_name',
  postNominalTitle: 'post_nominal_title',
  jobtitle: 'jobtitle',
  street: 'street',
  plz: 'plz',
  place: 'place',
  phoneNumber: 'phone_number',
  teleFax: 'tele_fax',
  emailAddress: 'email_address',
  personNumber: 'person_number'
} as const

const customerColumns = {
  number: 'number',
  company: 'company',
  id: 'id',
  pvaid: 'pvaid',
  additionalName: 'additional_name',
  uidNr: 'uid_nr',
  homePage: 'home_page',
  compareField1: 'compare_field1',
  compareField2: 'compare_field2',
  compareField3: 'compare_field3',
  compareField4: 'compare_field4',
  compareField5: 'compare_field5',
  compareField6: 'compare_field6',
  compareField7: 'compare_field7',
  compareField8: 'compare_field8',
  compareField9: 'compare_field9',
  compareField10: 'compare_field10',
  compareField11: 'compare_field11',
  compareField12: 'compare_field12',
  compareField13: 'compare_field13',
  compareField14: 'compare_field14'
} as const

type Name = keyof typeof customerFields

/** Every field in the contract's order with its table (`c` or `p`) and column; the compiler misses none. */
export const places: readonly { name: Name; table: 'c' | 'p'; column: string }[] = (
  Object.keys(customerFields) as Name[]
).map((name) => placeOf(name))

function placeOf(name: keyof typeof personColumns | keyof typeof customerColumns) {
  return name in personColumns
    ? { name, table: 'p' as const, column: personColumns[name as keyof typeof personColumns] }
    : { name, table: 'c' as const, column: customerColumns[name as keyof typeof customerColumns] }
}
