// The path is a variable: with the types of this file the elements' whole project would become part of the scripts' one.
const file = '../../elements/src/lib/references.ts'

const introduction = `# References

What the elements say to developers ends with a reference: \`reference\` of \`load-error\`, of each
failed line of \`check()\`, and the code in brackets behind a line of the console. This page has them
all.
`

/** Generates the page of all references from the elements' table. The npm package has it, so it links to nothing. */
async function textOf(): Promise<string> {
  const { references }: { references: Record<string, string> } = await import(file)
  const sections = Object.entries(references).map(([code, line]) => `## ${code}\n\n${wrap(line).join('\n')}\n`)
  return [introduction, ...sections].join('\n')
}

/** Wraps lines as the formatter does. */
const wrap = (text: string): string[] => text.match(/\S.{0,99}(?=\s|$)/g) ?? []

export const referencesPage = { path: 'elements/REFERENCES.md', textOf }
