// The compiler has a process and not a thread: in a thread, its crash (stack, memory) would end the whole server.
import { basename, join } from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { createTemplateOverlay } from './template-overlay.ts'

interface Setup {
  folders: [string, ...string[]]
  overrides: string
  fonts: string[]
}

const { folders, overrides, fonts }: Setup = JSON.parse(process.argv[2] ?? '{}')
const [base, ...others] = folders
// Fonts are given by path, and read when a document needs them; given as bytes, the Chinese and Korean ones cost each
// process 40 MB.
const compiler = NodeCompiler.create({ workspace: base, fontArgs: [{ fontPaths: fonts }] })

const overlay = createTemplateOverlay(compiler, { base, folders: others, overrides })
const dataFile = join(base, 'data.json')

const described = (diagnostics: { message: string; path: string; range: { start: { line: number } } | null }[]) =>
  diagnostics
    .map(({ message, path, range }) => {
      const line = range ? `, line ${range.start.line + 1}` : ''
      return `${overlay.placeOf(basename(path))}${line}: ${message}`
    })
    .join('; ')

interface TypesettingJob {
  template: string
  data: string
  files: Record<string, Uint8Array>
}

/** The names of the last document's files: none of them may show in the next one. */
let mapped: string[] = []

const compileTemplate = ({ template, data, files }: TypesettingJob): Uint8Array => {
  overlay.refresh()
  for (const name of mapped) if (!(name in files)) compiler.unmapShadow(join(base, name))
  mapped = Object.keys(files)
  for (const [name, bytes] of Object.entries(files)) compiler.mapShadow(join(base, name), Buffer.from(bytes))
  // The data is a file and not an input: inputs are part of Typst's library, and with a new library it evaluates every
  // template again.
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

// The callback ignores that the server may have been killed meanwhile.
const replyToServer = (message: object) => process.send?.(message, undefined, undefined, () => undefined)

process.on('disconnect', () => process.exit(0))
process.on('message', (job: TypesettingJob) => {
  try {
    const pdf = compileTemplate(job)
    replyToServer({ pdf })
  } catch (error) {
    replyToServer({ error: reason(error) })
  }
  // The compiler remembers every layout: 6 GB after 5,000 documents without this line, 180 MB with it.
  compiler.evictCache(2)
})
replyToServer({ ready: true })
