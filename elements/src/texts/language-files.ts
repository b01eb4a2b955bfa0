import austrian from '../../public/assets/text.at.json' with { type: 'json' }
import swiss from './text.ch.json' with { type: 'json' }
import german from './text.de.json' with { type: 'json' }

/** Ids, or beginnings of ids, of the texts that the first view may show; the types of its views use this list. */
export const firstTexts = ['center.skip', 'overview.forbidden', 'overview.label.', 'links.', 'menu.'] as const

/**
 * Files made from the Austrian texts: those of Germany and Switzerland, with their differences, and the texts of the
 * first view, which waits for no others.
 */
export const languageFiles: Readonly<Record<string, string>> = {
  'assets/text.de.json': fileOf({ ...austrian, ...german }),
  'assets/text.ch.json': fileOf({ ...austrian, ...swiss }),
  'assets/text.at.first.json': fileOf(
    Object.fromEntries(Object.entries(austrian).filter(([id]) => firstTexts.some((begin) => id.startsWith(begin))))
  )
}

function fileOf(texts: Record<string, string>): string {
  return `${JSON.stringify(texts, null, 2)}\n`
}
