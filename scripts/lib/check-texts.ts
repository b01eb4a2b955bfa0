const main = 'elements/public/assets/text.at.json'
const differences = ['elements/src/texts/text.de.json', 'elements/src/texts/text.ch.json']

/**
 * Checks that no text is empty, that every id is used, so that no translation is in vain, and that the files of other
 * languages have only texts that differ from the Austrian ones.
 */
export function checkTexts(files: string[], read: (path: string) => string) {
  const readTexts = (path: string) => JSON.parse(read(path)) as Record<string, string>
  const texts = readTexts(main)
  const ids = Object.keys(texts)
  const sources = files
    .filter((path) => /^elements\/src\/.*\.tsx?$/.test(path))
    .map(read)
    .join('\n')
  const unused = ids.filter(
    (id) => !sources.includes(`'${id}'`) && !sources.includes(`\`${id.slice(0, id.lastIndexOf('.') + 1)}\${`)
  )
  const languages = [main, ...differences].map((path) => ({ path, texts: readTexts(path) }))
  return languages
    .flatMap(({ path, texts: own }) =>
      Object.entries(own).flatMap(([id, text]) => {
        if (!text) return [`${path}: ${id} is empty`]
        if (!(id in texts)) return [`${path} has ${id}, which ${main} lacks`]
        return path !== main && text === texts[id] ? [`${path}: ${id} does not differ from ${main}`] : []
      })
    )
    .concat(unused.map((id) => `text ${id} is used nowhere`))
}
