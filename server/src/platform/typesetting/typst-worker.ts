// The compiler has its own process instead of a thread: a crash in a thread (stack, memory) would end the whole server.
import { readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { templateFiles } from '../lib/template-files.ts'

interface Setup {
  folders: [string, ...string[]]
  /** The provider's folder, or empty. */
  overrides: string
  fonts: string[]
}

const { folders, overrides, fonts }: Setup = JSON.parse(process.argv[2] ?? '{}')
const [base, ...others] = folders
// Fonts are given by path and read on demand; given as bytes, the Chinese and Korean ones take 40 MB in each process.
const compiler = NodeCompiler.create({ workspace: base, fontArgs: [{ fontPaths: fonts }] })

const dataFile = join(base, 'data.json')

/** Templates of the other folders that the compiler has loaded, by name. */
const overlaid = new Map<string, { stamp: string; folder: string }>()

const errorCode = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error))

const ownTemplates = () => {
  if (overrides === '') return []
  try {
    return templateFiles(overrides)
  } catch (error) {
    throw new Error(`the folder ${overrides} of LETTER_TEMPLATES cannot be read (${errorCode(error)})`, {
      cause: error
    })
  }
}

/**
 * Lays the templates of the other folders over the base folder, file by file: Typst reads the files as if they were in
 * the base folder, and reaches nothing outside of these folders. Checks the folders before each document, so that a
 * change needs no restart; that takes some 20 microseconds a file.
 */
const refreshTemplates = () => {
  if (others.length === 0 && overrides === '') return
  const current = new Map([...others.flatMap((folder) => templateFiles(folder)), ...ownTemplates()])
  for (const name of overlaid.keys()) {
    if (current.has(name)) continue
    compiler.unmapShadow(join(base, name))
    overlaid.delete(name)
  }
  for (const [name, { path, folder }] of current) {
    const { mtimeMs, size } = statSync(path)
    const stamp = `${mtimeMs} ${size} ${path}`
    if (overlaid.get(name)?.stamp === stamp) continue
    compiler.mapShadow(join(base, name), readFileSync(path))
    overlaid.set(name, { stamp, folder })
  }
}

/** Returns the path of the file as an operator knows it. */
const placeOf = (name: string) => {
  const { folder } = overlaid.get(name) ?? {}
  return folder === undefined ? name : join(folder, name)
}

const described = (diagnostics: { message: string; path: string; range: { start: { line: number } } | null }[]) =>
  diagnostics
    .map(({ message, path, range }) => {
      const line = range ? `, line ${range.start.line + 1}` : ''
      return `${placeOf(basename(path))}${line}: ${message}`
    })
    .join('; ')

interface TypesettingJob {
  template: string
  data: string
  files: Record<string, Uint8Array>
}

/** Names of the last document's files, which the next document must not see. */
let mapped: string[] = []

const compileTemplate = ({ template, data, files }: TypesettingJob): Uint8Array => {
  refreshTemplates()
  for (const name of mapped) if (!(name in files)) compiler.unmapShadow(join(base, name))
  mapped = Object.keys(files)
  for (const [name, bytes] of Object.entries(files)) compiler.mapShadow(join(base, name), Buffer.from(bytes))
  // The data is a file and not an input: inputs are part of Typst's library, and with a new library Typst evaluates
  // every template again.
  compiler.mapShadow(dataFile, Buffer.from(data))
  const compiled = compiler.compile({ mainFilePath: join(base, `${template}.typ`) })
  if (!compiled.result) {
    const error = compiled.takeDiagnostics()
    throw new Error(error ? described(compiler.fetchDiagnostics(error)) : 'Typst gave neither a document nor a reason')
  }
  return compiler.pdf(compiled.result, { pdfStandard: 'ua-1' })
}

// The PDF export throws the debug text of a whole list, which repeats the same sentence up to hundreds of times.
const reason = (error: unknown) => {
  const text = error instanceof Error ? error.message : String(error)
  const messages = Array.from(text.matchAll(/message: "((?:[^"\\]|\\.)*)"/g), ([, message]) => message)
  return [...new Set(messages.length > 0 ? messages : [text])].join('; ').slice(0, 500)
}

// The callback ignores errors: the server may have been killed in the meantime.
const replyToServer = (message: object) => process.send?.(message, undefined, undefined, () => undefined)

process.on('disconnect', () => process.exit(0))
process.on('message', (job: TypesettingJob) => {
  try {
    const pdf = compileTemplate(job)
    replyToServer({ pdf })
  } catch (error) {
    replyToServer({ error: reason(error) })
  }
  // The compiler caches every layout: 6 GB after 5,000 documents without this line, 180 MB with it.
  compiler.evictCache(2)
})
replyToServer({ ready: true })
