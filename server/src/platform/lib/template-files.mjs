// Plain JavaScript: it also runs in the process that typst-worker.mjs starts.
import { readdirSync, realpathSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** @typedef {{ path: string, folder: string }} TemplateFile real path, and the folder as an operator knows it */

/**
 * The files of a folder of templates by name. Names that begin with a dot are left out. A link is followed within the folder (a
 * mounted ConfigMap consists of links through `..data`); any other link is left out and reported.
 *
 * @param {string} folder
 * @param {(link: string, reason: string) => void} [report] gets the name of each link that is left out
 * @returns {[name: string, file: TemplateFile][]}
 */
export const templateFiles = (folder, report = () => undefined) => {
  const root = realpathSync(folder)

  /** @param {string} path */
  const isInside = (path) => {
    const [first] = relative(root, path).split(sep)
    // On Windows the path from one drive to another is absolute.
    return first !== '..' && path.startsWith(root)
  }

  /** @param {string} name @param {string[]} above real paths of the folders on the way @returns {[string, TemplateFile][]} */
  const walk = (name, above) =>
    readdirSync(join(root, name), { encoding: 'utf8' })
      .filter((part) => !part.startsWith('.'))
      .flatMap((part) => {
        const inner = join(name, part)
        const [path, reason] = resolved(join(root, inner))
        if (path === undefined) report(inner, reason)
        else if (!isInside(path)) report(inner, 'leads out of the folder')
        else if (above.includes(path)) report(inner, 'leads in a circle')
        else if (statSync(path).isDirectory()) return walk(inner, [...above, path])
        else return [/** @type {[string, TemplateFile]} */ ([inner, { path, folder }])]
        return []
      })

  return walk('', [root])
}

/** @param {string} path @returns {[path: string, reason: ''] | [path: undefined, reason: string]} */
const resolved = (path) => {
  try {
    return [realpathSync(path), '']
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    return [undefined, code === 'ELOOP' ? 'leads in a circle' : `leads nowhere (${String(code)})`]
  }
}
