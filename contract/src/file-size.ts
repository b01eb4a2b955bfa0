import { knownExtension } from './file-name.ts'

const units = ['kB', 'MB', 'GB'] as const
// The locale is not de-AT, which writes a space between thousands.
const whole = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 0 })
const precise = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 1 })

/** Bytes as people read them: `62 kB`, `1,4 MB`; at least 1 kB. The space does not break. */
export function germanFileSize(bytes: number): string {
  let amount = Math.max(bytes / 1000, 1)
  let unit = 0
  // The unit changes where rounding would write 1.000 kB.
  while (amount >= 999.5 && unit < units.length - 1) {
    amount /= 1000
    unit += 1
  }
  return `${(amount < 10 && unit > 0 ? precise : whole).format(amount)}\u00a0${units[unit]}`
}

/** Returns the kind of a file by its name, such as `PDF`; a name without an extension of section 9 counts as PDF. */
export function fileKindOf(fileName: string | null | undefined): string {
  return (knownExtension(fileName ?? '') ?? '.pdf').slice(1).toUpperCase()
}
