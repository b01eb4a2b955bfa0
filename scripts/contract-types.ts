// Makes types of docs/openapi.json for other languages with quicktype, and has those compiled that this machine can.
// It is no part of `npm test`: quicktype brings a hundred packages, which npx keeps outside of the project.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, run, stop } from './lib/run.ts'

const folder = await mkdtemp(join(tmpdir(), 'contract-types-'))
/** What is made of the document, and how it is compiled. */
const languages = {
  java: { file: 'Contract.java', more: ['--just-types', '--package', 'contract'], compile: ['javac', '-d', 'classes'] },
  csharp: { file: 'Contract.cs', more: [], compile: null },
  php: { file: 'contract.php', more: [], compile: ['php', '-l'] }
} as const

for (const [language, { file, more, compile }] of Object.entries(languages)) {
  const source = `${root}/docs/openapi.json#/components/schemas/`
  const args = ['--yes', 'quicktype@26', '--src-lang', 'schema', '--lang', language, ...more, '--out', file, source]
  const made = await run('npx', args, { quiet: true, cwd: folder })
  const files = (await readdir(folder)).filter((name) => name.endsWith(file.slice(file.indexOf('.'))))
  if (made.code !== 0 || files.length === 0) stop(`No types for ${language}:\n${made.output}`)
  console.log(
    `${language}: ${files.length} ${files.length === 1 ? 'file' : 'files'}, ${await compiled(compile, files)}`
  )
}
await rm(folder, { recursive: true })

async function compiled(compile: readonly [string, ...string[]] | null, files: string[]): Promise<string> {
  const [program, ...args] = compile ?? []
  if (program === undefined) return 'not compiled'
  const result = await run(program, [...args, ...files], { quiet: true, cwd: folder }).catch(() => null)
  if (!result) return `not compiled, since ${program} is not installed`
  return result.code === 0 ? `compiled by ${program}` : stop(`${program} refuses them:\n${result.output}`)
}
