import { mimeTypeOf } from './document.ts'

/* Characters that Windows refuses, and bidi controls, which make `fdp.exe` look like `exe.pdf`. Path separators are
   handled separately. */
const forbidden = /[\p{Cc}<>:"|?*\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu
const reservedByWindows = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
const maximumLength = 120
/** Part of an overlong name that is kept from its end, which names the participant. */
const endLength = 60

/**
 * Returns the name for saving a document: the last path segment of the first name that is not empty after cleaning,
 * with an extension of a document, or of a file that is only saved. After any other extension comes `.pdf`, like the
 * file's type, so that a click on a saved file never executes it.
 */
export function fileNameOf(...names: (string | number | null | undefined)[]): string {
  const name = names.map(cleaned).find((one) => one !== '') ?? 'document'
  const extension = knownExtension(name) ?? '.pdf'
  const stem = knownExtension(name) ? name.slice(0, -extension.length) : name
  const short = shortened(stem) + extension
  return reservedByWindows.test(short) ? `_${short}` : short
}

/** Returns the name of a file of any kind about `subject`; slashes in it do not separate folders. */
export function fileNameAbout(subject: string, extension: string): string {
  const parts = subject.split(/[/\\]/).map((part) => part.trim())
  return shortened(cleaned(parts.join('-'))) + extension
}

/** Cuts the middle out of an overlong name, by whole characters, so that no surrogate pair is split. */
function shortened(stem: string): string {
  const characters = Array.from(stem)
  if (characters.length <= maximumLength) return stem
  const start = characters.slice(0, maximumLength - endLength - 1).join('')
  return `${start.trimEnd()}…${characters.slice(-endLength).join('').trimStart()}`
}

function cleaned(name: string | number | null | undefined): string {
  // Another backend may send a number.
  const last =
    String(name ?? '')
      .split(/[/\\]/)
      .at(-1) ?? ''
  return last
    .normalize('NFC')
    .replace(forbidden, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, '')
}

/** Returns the extension of a name, with its dot, if it is a known one. */
function knownExtension(name: string): string | undefined {
  const extension = /(?<=.)\.[a-z0-9]+$/i.exec(name)?.[0]
  const isPdf = extension?.toLowerCase() === '.pdf'
  return extension && (isPdf || mimeTypeOf(name) !== mimeTypeOf('.pdf')) ? extension : undefined
}

const units = ['kB', 'MB', 'GB'] as const
// The locale is not de-AT, which writes a space between thousands.
const whole = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 0 })
const precise = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 1 })

/** Formats bytes for people: `62 kB`, `1,4 MB`; at least 1 kB. The space does not break. */
export function germanFileSize(bytes: number): string {
  let amount = Math.max(bytes / 1000, 1)
  let unit = 0
  // The unit changes where rounding would give 1.000 kB.
  while (amount >= 999.5 && unit < units.length - 1) {
    amount /= 1000
    unit += 1
  }
  return `${(amount < 10 && unit > 0 ? precise : whole).format(amount)}\u00a0${units[unit]}`
}

/** Returns the kind of a file from its name, such as `PDF`; a name without the extension of a document counts as PDF. */
export function fileKindOf(fileName: string | null | undefined): string {
  return (knownExtension(fileName ?? '') ?? '.pdf').slice(1).toUpperCase()
}
