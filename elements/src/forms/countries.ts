import { optionsOf } from '../data/possible-values.ts'
import type { Option } from '../parts/select-field.tsx'

/** ISO 3166 alpha-2, all 249. No browser lists them. */
const codes =
  'ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCMCNCOCRCUCVCWCXCYCZDEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHUIDIEILIMINIOIQIRISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURWSASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZUAUGUMUSUYUZVAVCVEVGVIVNVUWFWSYEYTZAZMZW'.match(
    /../g
  ) ?? []

/** Where postcodes are digits alone, as everywhere while no country is known. */
const withDigits = ['', 'AT', 'DE', 'CH']

/** Whether the postcodes of a country are digits: of another one than these they may have letters. */
export function hasDigitPostcodes(country: string | boolean | undefined): boolean {
  return withDigits.includes(String(country ?? '').toUpperCase())
}

/** The countries by their German names; a stored one that is none stays among them. */
export function countryOptions(stored: string): Option[] {
  const names = new Intl.DisplayNames('de', { type: 'region' })
  const named = codes.map((key) => ({ key, value: names.of(key) ?? key }))
  return optionsOf(
    named.toSorted((one, other) => one.value.localeCompare(other.value, 'de')),
    stored
  )
}
