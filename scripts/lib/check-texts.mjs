const folder = 'elements/public/assets'

/**
 * All languages have the same text ids, none is empty, and every id is used somewhere, so that no translator works for nothing.
 *
 * @param {string[]} files
 * @param {(path: string) => string} read
 */
export function checkTexts(files, read) {
  const [first, ...others] = ['at', 'de', 'ch'].map((language) => ({
    language,
    texts: /** @type {Record<string, string>} */ (JSON.parse(read(`${folder}/text.${language}.json`)))
  }))
  if (!first) return []
  const ids = Object.keys(first.texts)
  const differing = others.flatMap(({ language, texts }) => [
    ...ids.filter((id) => !(id in texts)).map((id) => `text.${language}.json lacks ${id}`),
    ...Object.keys(texts)
      .filter((id) => !ids.includes(id))
      .map((id) => `text.${language}.json has ${id}, which text.at.json lacks`)
  ])
  const sources = files
    .filter((path) => /^elements\/src\/.*\.tsx?$/.test(path))
    .map(read)
    .join('\n')
  const unused = ids.filter(
    (id) => !sources.includes(`'${id}'`) && !sources.includes(`\`${id.slice(0, id.lastIndexOf('.') + 1)}\${`)
  )
  return [
    ...differing,
    ...ids.filter((id) => !first.texts[id]).map((id) => `${id} is empty`),
    ...unused.map((id) => `text ${id} is used nowhere`)
  ]
}
