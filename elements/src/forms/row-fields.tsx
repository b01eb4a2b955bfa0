import type { ComponentProps } from 'react'
import { TextField, type TextFieldProps } from '../parts/text-field.tsx'
import { SelectField } from '../parts/select-field.tsx'
import type { RowForm } from './use-row-form.ts'
import { useValidators, type Validator } from './use-validators.ts'

interface RowFieldProps {
  name: string
  label: string
  required?: boolean
  /** Shows what is stored; nothing is registered, validated or sent. */
  readOnly?: boolean
  stored: string
  validators?: readonly Validator[]
  field: RowForm['field']
}

type RowTextFieldProps = RowFieldProps &
  Pick<TextFieldProps, 'hint' | 'type' | 'autoComplete' | 'inputMode'> & { max: number }

/** A text of the row. */
export function RowTextField({
  name,
  label,
  required = false,
  readOnly = false,
  stored,
  max,
  hint,
  validators = [],
  field,
  ...input
}: RowTextFieldProps) {
  const { required: filled, atMost } = useValidators()
  if (readOnly) return <TextField label={label} required={required} readOnly value={stored} hint={hint} />
  const all = [...(required ? [filled] : []), ...validators, atMost(max)]
  return <TextField {...input} label={label} required={required} hint={hint} {...field(name, all)} />
}

type RowSelectProps = RowFieldProps & Pick<ComponentProps<typeof SelectField>, 'options' | 'placeholder'>

/** A choice of the row. A `<select>` has no readonly, so that it is disabled instead. */
export function RowSelect({ name, readOnly = false, stored, validators = [], field, ...select }: RowSelectProps) {
  if (readOnly) return <SelectField key={stored} {...select} disabled defaultValue={stored} />
  return <SelectField {...select} {...field(name, validators)} />
}
