import { readdirSync, realpathSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

interface TemplateFile {
  /** Its real path. */
  path: string
  /** Its folder, as an operator knows it. */
  folder: string
}

/**
 * Lists the files of a folder of templates by name. Names that begin with a dot are left out. A link is followed within
 * the folder (a mounted ConfigMap consists of links through `..data`); any other link is left out and reported.
 *
 * @param report gets the name of each link that is left out
 */
export const templateFiles = (
  folder: string,
  report: (link: string, reason: string) => void = () => undefined
): [name: string, file: TemplateFile][] => {
  const root = realpathSync(folder)

  const isInside = (path: string) => {
    const [first] = relative(root, path).split(sep)
    // On Windows the path from one drive to another is absolute.
    return first !== '..' && path.startsWith(root)
  }

  /** @param above real paths of the folders on the way */
  const walk = (name: string, above: string[]): [string, TemplateFile][] =>
    readdirSync(join(root, name), { encoding: 'utf8' })
      .filter((part) => !part.startsWith('.'))
      .flatMap((part) => {
        const inner = join(name, part)
        const [path, reason] = resolved(join(root, inner))
        if (path === undefined) report(inner, reason)
        else if (!isInside(path)) report(inner, 'leads out of the folder')
        else if (above.includes(path)) report(inner, 'leads in a circle')
        else if (statSync(path).isDirectory()) return walk(inner, [...above, path])
        else return [[inner, { path, folder }] satisfies [string, TemplateFile]]
        return []
      })

  return walk('', [root])
}

const resolved = (path: string): [path: string, reason: ''] | [path: undefined, reason: string] => {
  try {
    return [realpathSync(path), '']
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    return [undefined, code === 'ELOOP' ? 'leads in a circle' : `leads nowhere (${String(code)})`]
  }
}
