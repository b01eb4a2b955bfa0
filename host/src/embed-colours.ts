/** A custom property of the elements for a colour, with its defaults in both schemes, as elements/src/theme/README.md lists them. */
interface Colour {
  readonly name: string
  readonly label: string
  readonly light: string
  readonly dark: string
}

const colours: readonly Colour[] = [
  { name: '--kc-accent', label: 'Akzent', light: '#0b5563', dark: '#84cdd8' },
  { name: '--kc-on-accent', label: 'Text darauf', light: '#ffffff', dark: '#06262d' },
  { name: '--kc-surface', label: 'Fläche', light: '#ffffff', dark: '#101a1e' },
  { name: '--kc-text', label: 'Text', light: '#14252b', dark: '#e7eef0' },
  { name: '--kc-line', label: 'Linien', light: '#d6e0e3', dark: '#2d3f46' }
]

/** Pairs that a person must be able to read, one on the other. */
const readable = [
  ['--kc-text', '--kc-surface'],
  ['--kc-accent', '--kc-surface'],
  ['--kc-on-accent', '--kc-accent']
] as const
const leastContrast = 4.5

/** The colour fields of the page. */
export class ColourFields {
  readonly #inputs = new Map<string, readonly [light: HTMLInputElement, dark: HTMLInputElement]>()

  constructor(box: Element, template: HTMLTemplateElement) {
    for (const { name, label } of colours) {
      const row = (template.content.cloneNode(true) as DocumentFragment).firstElementChild
      const [light, dark] = row?.querySelectorAll('input') ?? []
      if (!row || !light || !dark) throw new Error('The template of a colour has no two inputs')
      row.ariaLabel = `${label} (${name})`
      row.querySelector('span')?.append(label)
      this.#inputs.set(name, [light, dark])
      box.append(row)
    }
    this.reset()
  }

  reset(): void {
    for (const { name, light, dark } of colours) {
      for (const [index, value] of [light, dark].entries()) {
        const input = this.#inputs.get(name)?.[index]
        if (input) input.value = value
      }
    }
  }

  /** The custom properties that differ from their defaults. */
  changed(): Record<string, string> {
    const entries = colours.flatMap(({ name, light, dark }) => {
      const values = this.#valuesOf(name)
      return values[0] === light && values[1] === dark ? [] : [[name, `light-dark(${values.join(', ')})`] as const]
    })
    return Object.fromEntries(entries)
  }

  /** Names pairs that are hard to read, as a sentence; empty if none is. */
  warning(): string {
    const weak = readable.flatMap(([upper, lower]) =>
      ['hell', 'dunkel'].flatMap((scheme, index) => {
        const ratio = contrast(this.#valuesOf(upper)[index] ?? '', this.#valuesOf(lower)[index] ?? '')
        return ratio < leastContrast
          ? [`${labelOf(upper)} auf ${labelOf(lower)} (${scheme}): ${format.format(ratio)} : 1`]
          : []
      })
    )
    return weak.length === 0 ? '' : `Schwer zu lesen, mindestens 4,5 : 1 ist nötig. ${weak.join('; ')}.`
  }

  #valuesOf(name: string): string[] {
    return (this.#inputs.get(name) ?? []).map(({ value }) => value)
  }
}

const format = new Intl.NumberFormat('de-AT', { maximumFractionDigits: 1 })
const labelOf = (name: string): string => colours.find((one) => one.name === name)?.label ?? name

/** Computes the ratio that WCAG defines, of two colours as `#rrggbb`. */
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
