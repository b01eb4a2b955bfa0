/** Groups of a form's fields, in their order: access last, where the fields of a password appear and go. */
const groupOrder = ['identity', 'address', 'reach', 'other', 'access'] as const

type FieldGroupName = (typeof groupOrder)[number]

/** How a form shows a field. */
interface FieldForm {
  readonly group: FieldGroupName
  /** Says how much belongs in; without it the control is as wide as its column. */
  readonly width?: 'short' | 'medium'
  readonly type?: 'email' | 'tel'
  /** What the browser fills in where the data are those of the person's own company. */
  readonly autoComplete?: string
}

/**
 * Groups by our names of fields, which mean the same in every form. A missing name, as of the fields that each shop
 * names itself, is `other`.
 */
const fieldForms: Readonly<Record<string, FieldForm>> = {
  number: { group: 'identity', width: 'medium' },
  personNumber: { group: 'identity', width: 'medium' },
  salutation: { group: 'identity', width: 'medium' },
  title: { group: 'identity', width: 'medium' },
  firstName: { group: 'identity' },
  additionalName: { group: 'identity' },
  lastName: { group: 'identity' },
  name1: { group: 'identity' },
  name: { group: 'identity' },
  name2: { group: 'identity' },
  postNominalTitle: { group: 'identity', width: 'medium' },
  jobtitle: { group: 'identity' },
  uidNr: { group: 'identity', width: 'medium' },
  street: { group: 'address', autoComplete: 'street-address' },
  plz: { group: 'address', width: 'short', autoComplete: 'postal-code' },
  place: { group: 'address', autoComplete: 'address-level2' },
  country: { group: 'address' },
  emailAddress: { group: 'reach', type: 'email', autoComplete: 'email' },
  eMailAddress: { group: 'reach', type: 'email' },
  shopEmail: { group: 'reach', type: 'email' },
  displayEmail: { group: 'reach' },
  phoneNumber: { group: 'reach', width: 'medium', type: 'tel', autoComplete: 'tel' },
  teleFax: { group: 'reach', width: 'medium', type: 'tel' },
  // The type is not url, which requires the https:// that people leave out.
  homePage: { group: 'reach', autoComplete: 'url' },
  newsletter: { group: 'reach' },
  webshopRights: { group: 'access' },
  password: { group: 'access' },
  active: { group: 'access', width: 'short' }
}

const otherField: FieldForm = { group: 'other' }

/** How every form shows the field of that name. */
export function fieldFormOf(name: string): FieldForm {
  return fieldForms[name] ?? otherField
}

interface NamedField {
  readonly name: string
}

export interface FieldGroup<Field extends NamedField> {
  readonly name: FieldGroupName
  /** Fields beside each other, in the order of the list: one field, or the postcode with its place. */
  readonly rows: readonly (readonly Field[])[]
}

/** Groups the fields of a form. A group without fields is left out. */
export function groupFields<Field extends NamedField>(fields: readonly Field[]): FieldGroup<Field>[] {
  return groupOrder.flatMap((name) => {
    const rows: Field[][] = []
    for (const field of fields.filter((one) => fieldFormOf(one.name).group === name)) {
      const [before] = rows.at(-1) ?? []
      if (field.name === 'place' && before?.name === 'plz') rows.at(-1)?.push(field)
      else rows.push([field])
    }
    return rows.length > 0 ? [{ name, rows }] : []
  })
}
