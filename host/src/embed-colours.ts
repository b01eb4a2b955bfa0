/** Pairs of colours that a person must be able to read, one on the other. */
const readable = [
  ['--kc-text', '--kc-surface'],
  ['--kc-accent', '--kc-surface'],
  ['--kc-on-accent', '--kc-accent']
] as const
const leastContrast = 4.5
const format = new Intl.NumberFormat('de-AT', { maximumFractionDigits: 1 })

/** Lists the fields for colours: each custom property has a field for light and one for dark, with its default. */
const fieldsOf = (form: HTMLFormElement): HTMLInputElement[] => Array.from(form.querySelectorAll('[type=color]'))

/** Returns the values of a custom property in both schemes. */
const valuesOf = (form: HTMLFormElement, name: string): string[] =>
  fieldsOf(form).flatMap((field) => (field.name === name ? [field.value] : []))

export function resetColours(form: HTMLFormElement): void {
  for (const field of fieldsOf(form)) field.value = field.defaultValue
}

/** Returns the custom properties that differ from their defaults. */
export function changedColours(form: HTMLFormElement): Record<string, string> {
  const changed = fieldsOf(form).filter(({ value, defaultValue }) => value !== defaultValue)
  return Object.fromEntries(changed.map(({ name }) => [name, `light-dark(${valuesOf(form, name).join(', ')})`]))
}

/** Returns a sentence that names pairs of colours that are hard to read; empty if there are none. */
export function colourWarning(form: HTMLFormElement): string {
  const weak = readable.flatMap(([upper, lower]) =>
    ['hell', 'dunkel'].flatMap((scheme, index) => {
      const ratio = contrast(valuesOf(form, upper)[index] ?? '', valuesOf(form, lower)[index] ?? '')
      const pair = `${labelOf(form, upper)} auf ${labelOf(form, lower)}`
      return ratio < leastContrast ? [`${pair} (${scheme}): ${format.format(ratio)} : 1`] : []
    })
  )
  return weak.length === 0 ? '' : `Schwer zu lesen, mindestens 4,5 : 1 ist nötig. ${weak.join('; ')}.`
}

const labelOf = (form: HTMLFormElement, name: string): string =>
  form.querySelector(`.colour:has([name="${name}"]) > span`)?.textContent ?? name

/** Computes the contrast ratio of two colours, `#rrggbb`, as WCAG defines it. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((left, right) => left - right)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(colour.slice(start, start + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
