const named = /`((?:[\w.-]+\/)*[\w.-]+\.(?:ts|tsx|mjs))`/g

/**
 * Checks that each source file that a page names exists, by its path or the end of it. Superseded decisions name files
 * of their time.
 */
export function checkNamedFiles(files: string[], read: (path: string) => string) {
  const ends = new Set(files.flatMap((path) => path.split('/').map((_, at, parts) => parts.slice(at).join('/'))))
  return files
    .filter((path) => path.endsWith('.md') && !/^Status: superseded/m.test(read(path)))
    .flatMap((path) =>
      [...read(path).matchAll(named)]
        .filter(([, name = '']) => !ends.has(name))
        .map(([, name]) => `${path} names ${name}, which is not there`)
    )
}
