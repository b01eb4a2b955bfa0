import type { ComponentProps } from 'react'
import type { FieldSpec } from '@customer-center/contract/field-codes'
import { SelectField } from '../parts/fields/select-field.tsx'
import { TextField, type TextFieldProps } from '../parts/fields/text-field.tsx'
import type { RowForm } from './use-row-form.ts'
import { useValidators, type Validator } from './use-validators.ts'

interface RowFieldProps {
  name: string
  spec: FieldSpec
  label: string
  required?: boolean
  /** Whether the stored value is only shown; the form then neither registers, validates nor sends it. */
  readOnly?: boolean
  stored: string
  validators?: readonly Validator[]
  field: RowForm['field']
}

type RowTextFieldProps = RowFieldProps & Pick<TextFieldProps, 'hint' | 'autoComplete' | 'inputMode'>

export function RowTextField({
  name,
  spec: { max, form },
  label,
  required = false,
  readOnly = false,
  stored,
  hint,
  validators = [],
  field,
  ...input
}: RowTextFieldProps) {
  const { ofText } = useValidators()
  const common = { label, required, hint, width: form?.width }
  if (readOnly) return <TextField {...common} readOnly value={stored} />
  return (
    <TextField
      {...input}
      type={form?.type ?? 'text'}
      {...common}
      {...field(name, ofText({ required, also: validators, max }))}
    />
  )
}

type RowSelectProps = RowFieldProps &
  Pick<ComponentProps<typeof SelectField>, 'options' | 'placeholder' | 'hint' | 'action'>

/** Renders a choice of the row. A `<select>` has no readonly, so it is disabled instead. */
export function RowSelect({ name, spec, readOnly = false, stored, validators = [], field, ...select }: RowSelectProps) {
  const width = spec.form?.width
  if (readOnly) return <SelectField key={stored} {...select} width={width} disabled defaultValue={stored} />
  return <SelectField {...select} width={width} {...field(name, validators)} />
}
