import type { ComponentProps } from 'react'
import { useText } from '../texts/texts.ts'
import { countryOptions, hasDigitPostcodes } from './countries.ts'
import { RowSelect, RowTextField } from './row-fields.tsx'
import { useValidators } from './use-validators.ts'

/** A country of the row, for a backend that has them. */
export function CountryField(props: Omit<ComponentProps<typeof RowSelect>, 'options'>) {
  const text = useText()
  const { required } = useValidators()
  return (
    <RowSelect
      {...props}
      options={countryOptions(props.stored)}
      placeholder={text('field.choose')}
      validators={props.required ? [required] : []}
    />
  )
}

type PostcodeProps = ComponentProps<typeof RowTextField> & {
  /** As it is chosen now; undefined if the form has none. */
  country: string | boolean | undefined
}

/** A postcode: digits, unless it is of a country whose postcodes may have letters. */
export function PostcodeField({ country, ...props }: PostcodeProps) {
  const { digits } = useValidators()
  const isDigits = hasDigitPostcodes(country)
  return (
    <RowTextField
      {...props}
      inputMode={isDigits ? 'numeric' : 'text'}
      validators={isDigits ? [digits(props.stored)] : []}
    />
  )
}
