const named = /`((?:[\w.-]+\/)*[\w.-]+\.(?:ts|tsx|mjs)|(?:[\w.-]+\/){2,})`/g

/** Folders that only a build or the npm package has. */
const built = /(?:^|\/)(?:dist|package)\/|^lib\/assets\//

/**
 * Checks that each source file and each folder in one of ours that a page names exists, by its path or the end of it.
 * Superseded decisions name files of their time.
 */
export function checkNamedFiles(files: string[], read: (path: string) => string) {
  const folders = files.flatMap((path) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1)))
  const ends = new Set(
    [...files, ...new Set(folders)].flatMap((path) => path.split('/').map((_, at, parts) => parts.slice(at).join('/')))
  )
  const isForeign = (name: string) => built.test(name) || !ends.has(name.replace(/\/.*/, '/'))
  return files
    .filter((path) => path.endsWith('.md') && !/^Status: superseded/m.test(read(path)))
    .flatMap((path) =>
      [...read(path).matchAll(named)]
        .filter(([, name = '']) => !ends.has(name) && !(name.endsWith('/') && isForeign(name)))
        .map(([, name]) => `${path} names ${name}, which is not there`)
    )
}
