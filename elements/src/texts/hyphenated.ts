import type { Text } from './texts.ts'

/**
 * Returns a heading with soft hyphens in its long words. A browser without a dictionary, as Chromium is until it has
 * loaded one, would break them anywhere.
 */
export const hyphenated = (heading: string, text: Text): string =>
  text('heading.hyphens')
    .split(' ')
    .reduce((all, word) => all.replace(word.replaceAll('-', ''), word.replaceAll('-', '\u00AD')), heading)
