import type { ReactNode } from 'react'

/**
 * Returns a name whose long words may break, with a hyphen. A browser without a dictionary, as Chromium is until it has
 * loaded one, would break them anywhere. The hyphens are no text, which somebody may compare or copy.
 *
 * @param words the words, each with a soft hyphen where it may break
 */
export const hyphenate = (name: string, words: string): ReactNode =>
  words
    .split(' ')
    .reduce((all, word) => all.replace(word.replaceAll('\u00AD', ''), word), name)
    .split('\u00AD')
    .map((part, index) => [index > 0 && <span key={index} className="kc-hyphen" />, part])
