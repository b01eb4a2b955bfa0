/** Folders in which names must be nouns of the glossary, with the other names that are allowed there. */
const rooms = [
  {
    pattern: /^contract\/src\/([^/]+?)(?:\.test)?\.ts$/,
    also: [
      'endpoint',
      'endpoints',
      'envelope',
      'schema',
      'field-codes',
      'field-tables',
      'import-field',
      'form-field',
      'limits',
      'dates',
      'file-name',
      'input-patterns',
      'contract',
      'contact-rules',
      'rules'
    ]
  },
  {
    pattern: /^server\/src\/(?:account|company|people|bookings|confirmations|provider-api|operator)\/([^/]+)\/[^/]+$/,
    also: []
  },
  { pattern: /^server\/src\/people\/[^/]+\/([^/]+)\/[^/]+$/, also: [] },
  { pattern: /^elements\/src\/screens\/([^/]+)\/[^/]+$/, also: [] },
  { pattern: /^elements\/src\/data\/([^/]+?)(?:\.test)?\.tsx?$/, also: ['row-values'] }
]

/** Checks that files and folders are named by a noun of docs/GLOSSARY.md, so that each noun has one word. */
export function checkGlossary(files: string[], read: (path: string) => string) {
  const nouns = new Set([...read('docs/GLOSSARY.md').matchAll(/^\| `([a-z-]+)`/gm)].map((match) => match[1]))
  return rooms.flatMap(({ pattern, also }) => {
    const names = new Set(files.map((path) => pattern.exec(path)?.[1]).filter((name) => name !== undefined))
    return [...names]
      .filter((name) => !nouns.has(name) && !also.includes(name))
      .map((name) => `"${name}" (${pattern.source}) is not in docs/GLOSSARY.md`)
  })
}
