import type { ComponentProps } from 'react'
import { optionsOf } from '../data/possible-values.ts'
import type { SelectOption } from '../parts/fields/select-field.tsx'
import { useText } from '../texts/texts.ts'
import { RowSelect, RowTextField } from './row-fields.tsx'
import { useValidators } from './use-validators.ts'

/** Country codes of ISO 3166 alpha-2, all 249. No browser lists them. */
const codes =
  'ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCMCNCOCRCUCVCWCXCYCZDEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHUIDIEILIMINIOIQIRISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURWSASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZUAUGUMUSUYUZVAVCVEVGVIVNVUWFWSYEYTZAZMZW'.match(
    /../g
  ) ?? []

/** Countries whose postcodes have only digits, as postcodes must while no country is known. */
const withDigits = ['', 'AT', 'DE', 'CH']

/** Tells whether the postcodes of a country are digits: those of other countries may have letters. */
function hasDigitPostcodes(country: string | boolean | undefined): boolean {
  return withDigits.includes(String(country ?? '').toUpperCase())
}

/** Returns the countries by their German names. A stored text that is no country stays among them. */
export function countryOptions(stored: string): SelectOption[] {
  const names = new Intl.DisplayNames('de', { type: 'region' })
  const named = codes.map((key) => ({ key, value: names.of(key) ?? key }))
  return optionsOf(
    named.toSorted((one, other) => one.value.localeCompare(other.value, 'de')),
    stored
  )
}

/** Renders a country of the row, for a backend that has them. */
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
  /** The present country; undefined if the form has none. */
  country: string | boolean | undefined
}

/** Renders a postcode: digits only, except in a country whose postcodes may have letters. */
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
