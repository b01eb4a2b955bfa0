/** What a form's fields are grouped by, in the order of the groups: access last, where the fields of a password appear and go. */
const groupOrder = ['identity', 'address', 'reach', 'other', 'access'] as const

type FieldGroupName = (typeof groupOrder)[number]

/** By our names, which mean the same in every form. What is missing here, as the fields that each shop names itself, is `other`. */
const groupOf: Readonly<Record<string, FieldGroupName>> = {
  number: 'identity',
  personNumber: 'identity',
  salutation: 'identity',
  title: 'identity',
  firstName: 'identity',
  additionalName: 'identity',
  lastName: 'identity',
  name1: 'identity',
  name: 'identity',
  name2: 'identity',
  postNominalTitle: 'identity',
  jobtitle: 'identity',
  uidNr: 'identity',
  street: 'address',
  plz: 'address',
  place: 'address',
  country: 'address',
  emailAddress: 'reach',
  eMailAddress: 'reach',
  shopEmail: 'reach',
  displayEmail: 'reach',
  phoneNumber: 'reach',
  teleFax: 'reach',
  homePage: 'reach',
  newsletter: 'reach',
  webshopRights: 'access',
  password: 'access',
  active: 'access'
}

interface Named {
  readonly name: string
}

export interface FieldGroup<Field extends Named> {
  readonly name: FieldGroupName
  /** What stands beside each other, in the order of the list: one field, or the postcode with its place. */
  readonly rows: readonly (readonly Field[])[]
}

/** Groups the fields of a form. A group without fields is left out. */
export function groupFields<Field extends Named>(fields: readonly Field[]): FieldGroup<Field>[] {
  return groupOrder.flatMap((name) => {
    const rows: Field[][] = []
    for (const field of fields.filter((one) => (groupOf[one.name] ?? 'other') === name)) {
      const [before] = rows.at(-1) ?? []
      if (field.name === 'place' && before?.name === 'plz') rows.at(-1)?.push(field)
      else rows.push([field])
    }
    return rows.length > 0 ? [{ name, rows }] : []
  })
}
