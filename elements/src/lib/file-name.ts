import { mimeTypeOf } from '@customer-center/contract/document'

/* Path parts' separators are handled apart; the rest is refused by Windows, or (bidi controls) makes `fdp.exe` read as `exe.pdf`. */
const forbidden = /[\p{Cc}<>:"|?*\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu
const reservedByWindows = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
const maximumLength = 120

/**
 * The name under which a document is saved: the last path part of the first given name that is left with something, with an extension
 * that section 9 knows. Any other extension gets `.pdf` after it, as the file's type will say, so that nothing saved runs by a click.
 */
export function fileNameOf(...names: (string | number | null | undefined)[]): string {
  const name = names.map(cleaned).find((one) => one !== '') ?? 'document'
  const extension = knownExtension(name) ?? '.pdf'
  const stem = knownExtension(name) ? name.slice(0, -extension.length) : name
  const short = stem.slice(0, maximumLength).trim() + extension
  return reservedByWindows.test(short) ? `_${short}` : short
}

function cleaned(name: string | number | null | undefined): string {
  // What another backend sends is not always what the contract says.
  const last =
    String(name ?? '')
      .split(/[/\\]/)
      .at(-1) ?? ''
  return last
    .normalize('NFC')
    .replace(forbidden, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
}

function knownExtension(name: string): string | undefined {
  const extension = /(?<=.)\.[a-z0-9]+$/i.exec(name)?.[0]
  const isPdf = extension?.toLowerCase() === '.pdf'
  return extension && (isPdf || mimeTypeOf(name) !== mimeTypeOf('.pdf')) ? extension : undefined
}
