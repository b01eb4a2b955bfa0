import { type FieldSpec, type FormControl, type FormGroup, optionalField, textField } from './field-codes.ts'

// These types are separate from field-codes.ts, because that is part of the elements' first paint.

const inGroup =
  (group: FormGroup) =>
  <Spec extends FieldSpec>(spec: Spec, control?: FormControl): Spec => ({ ...spec, form: { group, ...control } })

// Place of a field in a form: its group, and the kind of its control.
export const inIdentity = inGroup('identity')
export const inAddress = inGroup('address')
export const inReach = inGroup('reach')
export const inAccess = inGroup('access')

/** ISO 3166 alpha-2. Our server does not list countries. */
export const countryField = (code: string): FieldSpec<'text'> => ({
  ...inAddress(optionalField(textField(code, 2))),
  foreign: true
})

/** The form that a new shop has. */
export interface NewForm<Name extends string> {
  /** Fields in the order of the form. */
  readonly shown: readonly Name[]
  readonly required: readonly Name[]
  readonly readOnly?: readonly Name[]
  /** If true, nobody may fill in the other fields; if left out, fields that other rules allow may be sent. */
  readonly hidesOthers?: true
}
