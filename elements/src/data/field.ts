import type { Endpoint } from '@customer-center/contract/endpoint'
import { contactFields } from '@customer-center/contract/contact'
import { customerFields } from '@customer-center/contract/customer'
import { type FieldDescriptor, listContactFields, listCustomerFields } from '@customer-center/contract/field'
import type { FieldTable } from '@customer-center/contract/field-codes'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../context/app-context.ts'
import { type FieldMap } from '../client/fields.ts'
import { nameOf } from './row-fields.ts'
import { rowsOf } from '../client/rows.ts'

/** A row from a backend, whose values have not been checked. */
type Loose<Row> = { readonly [Key in keyof Row]?: unknown }

/** A field of a form, as the shop has configured it. */
export interface FormField<Name extends string> {
  readonly name: Name
  /** Null if the provider has not set one: the screen says 'Bezeichnung' (section 5). */
  readonly label: string | null
  readonly required: boolean
  readonly readOnly: boolean
}

type Names<Fields> = keyof Fields & string

/** The fields of the company form, in the shop's order. */
export function customerFormFields(app: AppContext) {
  return formFields(app, listCustomerFields, { noun: 'customer', fields: customerFields })
}

/** The fields of the contact form, in the shop's order. */
export function contactFormFields(app: AppContext) {
  return formFields(app, listContactFields, { noun: 'contact', fields: contactFields })
}

/** Matched by the constant name; duplicate and unknown fields are left out. */
function formFields<Fields extends FieldTable>(
  { call, config }: AppContext,
  endpoint: Endpoint<undefined, undefined, FieldDescriptor[]>,
  map: FieldMap<Fields>
) {
  return queryOptions({
    queryKey: ['form-fields', map.noun],
    queryFn: async ({ signal }) => {
      const known = new Map<Names<Fields>, FormField<Names<Fields>>>()
      for (const descriptor of rowsOf<Loose<FieldDescriptor>>(await call(endpoint, { signal }))) {
        const name = nameOf(map, config.fieldCodes, descriptor.constName)
        if (name && !known.has(name)) known.set(name, read(name, descriptor))
      }
      return [...known.values()]
    }
  })
}

function read<Name extends string>(name: Name, descriptor: Loose<FieldDescriptor>): FormField<Name> {
  const { fieldDescription, requiredField, readOnly } = descriptor
  const label = typeof fieldDescription === 'string' ? fieldDescription.trim() : ''
  return { name, label: label || null, required: requiredField === true, readOnly: readOnly === true }
}
