// Plain JavaScript, because this file starts a process of its own: from the build and, in the tests, from the sources,
// where Node 20 cannot read TypeScript. A process and not a thread: a crash in the native compiler (stack, memory)
// would end the whole server from a thread.
import { basename, join } from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { createOwnTemplates } from './own-templates.mjs'

/** @type {{ templates: string, own: string, fonts: string[] }} */
const setup = JSON.parse(process.argv[2] ?? '{}')
// By their paths the fonts are read when a letter needs them: handed over as bytes, the Chinese and Korean ones cost each process 40 MB.
const compiler = NodeCompiler.create({ workspace: setup.templates, fontArgs: [{ fontPaths: setup.fonts }] })

const own = createOwnTemplates(compiler, setup)
const dataFile = join(setup.templates, 'data.json')

/** @param {{ message: string, path: string, range: { start: { line: number } } | null }[]} diagnostics */
const described = (diagnostics) =>
  diagnostics
    .map(({ message, path, range }) => {
      const line = range ? `, line ${range.start.line + 1}` : ''
      return `${own.placeOf(basename(path))}${line}: ${message}`
    })
    .join('; ')

/** @param {{ template: string, data: string }} job @returns {Uint8Array} */
const compile = ({ template, data }) => {
  own.refresh()
  // As a file and not as an input: inputs are part of Typst's library, and with a new library it reads every template anew.
  compiler.mapShadow(dataFile, Buffer.from(data))
  const compiled = compiler.compile({ mainFilePath: join(setup.templates, `${template}.typ`) })
  if (!compiled.result) {
    const error = compiled.takeDiagnostics()
    throw new Error(error ? described(compiler.fetchDiagnostics(error)) : 'Typst gave neither a document nor a reason')
  }
  return compiler.pdf(compiled.result, { pdfStandard: 'ua-1' })
}

// The PDF export throws the debug text of a whole list, the same sentence up to hundreds of times.
/** @param {unknown} error */
const reason = (error) => {
  const text = error instanceof Error ? error.message : String(error)
  const messages = Array.from(text.matchAll(/message: "((?:[^"\\]|\\.)*)"/g), ([, message]) => message)
  return [...new Set(messages.length > 0 ? messages : [text])].join('; ').slice(0, 500)
}

// A server that was killed meanwhile is told nothing, and with the callback nothing fails.
const tell = (/** @type {object} */ reply) => process.send?.(reply, undefined, undefined, () => undefined)

process.on('disconnect', () => process.exit(0))
process.on('message', (/** @type {{ template: string, data: string }} */ job) => {
  try {
    const pdf = compile(job)
    tell({ pdf })
  } catch (error) {
    tell({ error: reason(error) })
  }
  // The compiler remembers every layout: 6 GB after 5,000 documents without this line, 180 MB with it.
  compiler.evictCache(2)
})
tell({ ready: true })
