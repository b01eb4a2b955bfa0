import { contactFields, newContactForm } from '@customer-center/contract/contact'
import { customerFields, newCustomerForm } from '@customer-center/contract/customer'
import type { FieldSpec } from '@customer-center/contract/field-codes'
import type { NewForm } from '@customer-center/contract/form-field'
import { letterKinds } from '@customer-center/contract/letter'
import type { RowsByResource } from '../../records/importing/run/import-rows.ts'
import { fieldName } from '../../records/saving/field-name.ts'
import defaults from './defaults.json' with { type: 'json' }

type Labels = Readonly<Record<string, string>>

/** Returns the rows of a form; a form that hides its other fields still shows those with a label. */
function rowsOfForm<Name extends string>(
  form: 'customer' | 'contact',
  specs: Readonly<Record<Name, FieldSpec>>,
  { shown, required, readOnly = [], hidesOthers }: NewForm<Name>,
  labels: Labels
) {
  const others = (Object.keys(specs) as Name[]).filter((name) => !shown.includes(name))
  return [...shown, ...(hidesOthers ? others : [])].map((name, index) => {
    const field = specs[name].code
    const description = labels[field] ?? (shown.includes(name) ? fieldName(field) : null)
    return {
      form,
      field,
      position: index + 1,
      displayMode: description === null ? 0 : 1,
      description,
      required: required.includes(name),
      readOnly: readOnly.includes(name)
    }
  })
}

interface OwnLists {
  /** Names of fields, by code, that the forms do not show by default. */
  readonly fields?: Labels
  /** Choices of further drop-downs. */
  readonly possibleValues?: Readonly<Record<string, readonly string[]>>
}

/** Returns fields, drop-downs, letters and evaluations that make every form and confirmation work at once. */
export function defaultRows({ fields = {}, possibleValues = {} }: OwnLists = {}) {
  const labels = { ...defaults.labels, ...fields }
  return {
    fields: [
      ...rowsOfForm('customer', customerFields, newCustomerForm, labels),
      ...rowsOfForm('contact', contactFields, newContactForm, labels)
    ],
    'possible-values': Object.entries({ ...defaults.possibleValues, ...possibleValues }).flatMap(([field, values]) =>
      values.map((value, index) => ({ field, key: String(index + 1), value, position: index + 1 }))
    ),
    letters: letterKinds.map((kind) => ({ externalId: kind, kind })),
    evaluations: Object.entries(defaults.evaluations).map(([template, caption]) => ({
      externalId: template,
      caption,
      template
    }))
  } satisfies RowsByResource
}
