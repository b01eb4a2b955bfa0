import type { FieldTable, FormGroup } from '@customer-center/contract/field-codes'

/** Groups in their order. Access is last, where the fields of a password appear and disappear. */
const groupOrder = ['identity', 'address', 'reach', 'other', 'access'] as const satisfies readonly FormGroup[]

/** Second field of each pair, by the first. */
const pairs: Readonly<Record<string, string>> = {
  salutation: 'title',
  firstName: 'lastName',
  name1: 'name',
  title: 'postNominalTitle',
  plz: 'place',
  phoneNumber: 'teleFax'
}

interface NamedField {
  readonly name: string
}

export interface FieldGroup<Field extends NamedField> {
  readonly name: FormGroup
  /** Fields beside each other, in the order of the list: one field, or two that belong together. */
  readonly rows: readonly (readonly Field[])[]
}

/**
 * Groups the fields of a form. A group without fields is left out. Fields without a place in a form, such as those that
 * each shop names itself, are in `other`. Within a group the order is the shop's, even if an optional field comes
 * before a required one: people read an address, and a name with its titles, in the order in which they write it.
 *
 * @param alone - The first field of a pair whose fields need the whole width.
 */
export function groupFields<Field extends NamedField>(
  fields: readonly Field[],
  table: FieldTable,
  alone?: string
): FieldGroup<Field>[] {
  return groupOrder.flatMap((name) => {
    const rows: Field[][] = []
    for (const field of fields.filter((one) => (table[one.name]?.form?.group ?? 'other') === name)) {
      const [before] = rows.at(-1) ?? []
      const isPair = before !== undefined && before.name !== alone && pairs[before.name] === field.name
      if (isPair) rows.at(-1)?.push(field)
      else rows.push([field])
    }
    return rows.length > 0 ? [{ name, rows }] : []
  })
}
