import type { ReactNode } from 'react'
import type { FieldTable } from '@customer-center/contract/field-codes'
import { Fields, Fieldset } from '../parts/fields/form.tsx'
import { useText } from '../texts/texts.ts'
import { groupFields } from './field-groups.ts'

interface GroupedFieldsProps<Field extends { readonly name: string }> {
  /** The form's legend for the fields of a name. */
  identity: string
  fields: readonly Field[]
  table: FieldTable
  saving: boolean
  /** The first field of a pair whose fields need the whole width. */
  alone?: string | undefined
  children: (field: Field) => ReactNode
}

/** Renders the fields of a row in groups with a legend, below a note about the asterisk. */
export function GroupedFields<Field extends { readonly name: string }>({
  identity,
  fields,
  table,
  saving,
  alone,
  children
}: GroupedFieldsProps<Field>) {
  const text = useText()
  return (
    <>
      <p className="kc-required-note">{text('form.requiredNote')}</p>
      <Fields saving={saving}>
        {groupFields(fields, table, alone).map(({ name, rows }) => (
          <Fieldset key={name} legend={name === 'identity' ? identity : text(`group.${name}`)}>
            {rows.map((row) =>
              row.length === 1 ? (
                row.map(children)
              ) : (
                <div key={row[0]?.name} className="kc-fields-pair">
                  {row.map(children)}
                </div>
              )
            )}
          </Fieldset>
        ))}
      </Fields>
    </>
  )
}
