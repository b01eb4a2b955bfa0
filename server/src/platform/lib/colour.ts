const linear = (channel: number) => (channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)

/** Computes the contrast of a colour (`#rrggbb`) with white, from 1 to 21, as WCAG 2 does. */
function contrastWithWhite(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  )
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

const legible = 4.5

/** Tells whether text in this colour is readable on white by WCAG's minimum contrast. */
export function isLegible(colour: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(colour) && contrastWithWhite(colour) >= legible
}

/** The accent colour of a provider that has not set one; the pages and the elements have it, too. */
export const standardAccent = '#0b5563'

/**
 * Returns a colour for a dark background: a fixed one for the default colour, otherwise one third of the colour with
 * two thirds of white, which is always bright enough.
 */
export function onDarkGround(colour: string): string {
  if (colour.toLowerCase() === standardAccent) return '#84cdd8'
  const channels = [1, 3, 5].map((at) => Math.round((Number.parseInt(colour.slice(at, at + 2), 16) + 2 * 255) / 3))
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
