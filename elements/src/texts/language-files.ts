import austrian from '../../public/assets/text.at.json' with { type: 'json' }
import swiss from './text.ch.json' with { type: 'json' }
import german from './text.de.json' with { type: 'json' }

/** Germany's and Switzerland's text files, made from the Austrian one and from their differences. */
export const languageFiles: Readonly<Record<string, string>> = {
  'assets/text.de.json': fileOf({ ...austrian, ...german }),
  'assets/text.ch.json': fileOf({ ...austrian, ...swiss })
}

function fileOf(texts: Record<string, string>): string {
  return `${JSON.stringify(texts, null, 2)}\n`
}
