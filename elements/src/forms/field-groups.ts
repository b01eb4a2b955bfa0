import type { FieldTable, FormGroup } from '@customer-center/contract/field-codes'

/** Groups in their order: access last, where the fields of a password appear and go. */
const groupOrder = ['identity', 'address', 'reach', 'other', 'access'] as const satisfies readonly FormGroup[]

/** Second fields of pairs, by the first. */
const pairs: Readonly<Record<string, string>> = { firstName: 'lastName', name1: 'name', plz: 'place' }

interface NamedField {
  readonly name: string
}

export interface FieldGroup<Field extends NamedField> {
  readonly name: FormGroup
  /** Fields beside each other, in the order of the list: one field, or two that belong together. */
  readonly rows: readonly (readonly Field[])[]
}

/**
 * Groups the fields of a form. A group without fields is left out. Fields without a place in a form, as those that each
 * shop names itself, are in `other`.
 */
export function groupFields<Field extends NamedField>(
  fields: readonly Field[],
  table: FieldTable
): FieldGroup<Field>[] {
  return groupOrder.flatMap((name) => {
    const rows: Field[][] = []
    for (const field of fields.filter((one) => (table[one.name]?.form?.group ?? 'other') === name)) {
      const [before] = rows.at(-1) ?? []
      if (before && pairs[before.name] === field.name) rows.at(-1)?.push(field)
      else rows.push([field])
    }
    return rows.length > 0 ? [{ name, rows }] : []
  })
}
