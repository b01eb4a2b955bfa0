/** Made from the migrated database. */
const generated = 'server/src/platform/database/tables.d.ts'
/** A whole backend to read and to copy, so it is one file. */
const sample = 'docs/sample-backend/server.mjs'

/** Checks that no source file has more than 300 lines: a longer file does two things. A test file is a subject. */
export function checkSizes(files: string[], read: (path: string) => string) {
  return files
    .filter(
      (path) =>
        /\.(ts|tsx|mjs|js|css|typ)$/.test(path) &&
        ![generated, sample].includes(path) &&
        !/\.(test|spec)\.tsx?$/.test(path)
    )
    .map((path) => ({ path, lines: read(path).split('\n').length - 1 }))
    .filter(({ lines }) => lines > 300)
    .map(({ path, lines }) => `${path} has ${lines} lines; the most is 300`)
}
