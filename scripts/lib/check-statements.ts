/** What speaks to the database by itself: the library's parts, and the queue's. */
const own = /^server\/src\/(?:platform\/(?:database|queue)|testing)\/|\.test\.ts$/

/** Everybody else runs a fixed statement by `query`. */
export function checkStatements(files: string[], read: (path: string) => string) {
  return files
    .filter((path) => path.startsWith('server/src/') && path.endsWith('.ts') && !own.test(path))
    .filter((path) => read(path).includes('CompiledQuery'))
    .map((path) => `${path} uses CompiledQuery: platform/database/query.ts runs a fixed statement`)
}
