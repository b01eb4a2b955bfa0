/** Parts of the library and of the queue with their own access to the database. */
const own = /^server\/src\/platform\/(?:database|queue)\/|\.test\.ts$/

/**
 * Files for statements: repositories, definitions of imports with a step that two of them share, and lists of personal
 * data. `platform/` and `records/` have no nouns, so any of their files may have statements.
 */
const forStatements =
  /(?:\.(?:repository|import)|\/shared-persons)\.ts$|\/(?:personal-data|platform|records)\/|\.test\.ts$/

const statement =
  /\bsql(?:<[^`]*>)?`|\bsql\.raw\(|\bprepared(?:<[^`(]*>)?\(\s*`|\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(/

const built = /\.(?:selectFrom|deleteFrom)\(/

/** Call of `query` with a fixed text. */
const fixed = /\bquery(?:<[^(]*>)?\((?:db|trx)\b/

/**
 * Checks that statements are only in the files for them, and that each has its prescribed form: a template, the builder
 * for a row from an object, or a prepared text.
 */
export function checkStatements(files: string[], read: (path: string) => string) {
  const sources = files
    .filter((path) => path.startsWith('server/src/') && path.endsWith('.ts'))
    .map((path) => ({ path, code: read(path) }))
  return [
    ...sources
      .filter(({ path, code }) => !own.test(path) && code.includes('CompiledQuery'))
      .map(({ path }) => `${path} uses CompiledQuery: platform/database/query.ts runs a fixed statement`),
    ...sources
      .filter(({ path, code }) => !forStatements.test(path) && statement.test(code))
      .map(({ path }) => `${path} has a statement of SQL: it belongs in a *.repository.ts`),
    ...sources
      .filter(({ path, code }) => !own.test(path) && built.test(code))
      .map(({ path }) => `${path} reads or deletes by the builder: that is an sql template`),
    ...sources
      .filter(({ path, code }) => !own.test(path) && fixed.test(code))
      .map(({ path }) => `${path} runs a fixed text: that is an sql template, or prepared`)
  ]
}
