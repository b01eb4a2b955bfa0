/**
 * E-mail address: local part, at sign, domain, dot, top-level domain of 2 to 10 letters; anchored, so that nothing may
 * surround it.
 */
export const emailPattern = /^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,10}$/

/**
 * Matches a text with at least one visible character. Spaces, control characters and the characters that Unicode lets a
 * font ignore (such as the zero-width space, fillers and tags) are invisible; the empty Braille pattern and the null
 * notehead are symbols without ink.
 */
export const visiblePattern = /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]/u

const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }

/**
 * Reduces the title of a column to a form that is equal in different files: 'E-Mail *' and 'e-mail', 'Straße' and
 * 'STRASSE', 'Kunden-Nummer' and 'KUNDENNR.'.
 */
export const plainTitle = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replace(/nummer$/, 'nr')
    .replaceAll(/[äöüß]/g, (letter) => umlauts[letter] ?? letter)
