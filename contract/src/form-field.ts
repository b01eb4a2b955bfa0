import { type FieldSpec, type FormControl, type FormGroup, optional, text } from './field-codes.ts'

// These types are separate from field-codes.ts, because that is part of the elements' first paint.

const inGroup =
  (group: FormGroup) =>
  <Spec extends FieldSpec>(spec: Spec, control?: FormControl): Spec => ({ ...spec, form: { group, ...control } })

// Place of a field in a form: its group, and the kind of its control.
export const identity = inGroup('identity')
export const address = inGroup('address')
export const reach = inGroup('reach')
export const access = inGroup('access')

/** ISO 3166 alpha-2. Our server does not list countries. */
export const country = (code: string): FieldSpec<'text'> => address(optional(text(code, 2)))
