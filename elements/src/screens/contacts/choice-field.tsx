import { SelectField, type SelectFieldProps } from '../../parts/select-field.tsx'

/**
 * A drop-down that may be locked. A `<select>` has no readonly; disabled and without a registration it shows what is stored, and
 * nothing is sent.
 */
export function ChoiceField({ stored, readOnly, ...select }: SelectFieldProps & { stored: string; readOnly: boolean }) {
  if (!readOnly) return <SelectField {...select} />
  const { label, required, options, placeholder, hint } = select
  return (
    <SelectField
      key={stored}
      label={label}
      required={required}
      hint={hint}
      options={options}
      {...(placeholder !== undefined && { placeholder })}
      disabled
      defaultValue={stored}
    />
  )
}
