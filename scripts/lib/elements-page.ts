import { globSync, readFileSync } from 'node:fs'
import { markdownTable, replaceBetween } from './markdown-table.ts'
import { root } from './run.ts'

interface Described {
  readonly name: string
  readonly description: string
  readonly type: { readonly text: string }
}

/** An element in the manifest, as far as its page shows it. */
interface DescribedElement {
  readonly tagName: string
  readonly description: string
  readonly members: readonly (Described & {
    readonly kind: string
    readonly attribute?: string
    readonly return: { readonly type: { readonly text: string } }
  })[]
  readonly events: readonly Described[]
  readonly cssParts?: readonly Described[]
  readonly cssProperties: readonly (Described & { readonly default: string })[]
}

/** The part of the analyzer that its types leave out. */
interface Analyzer {
  readonly ts: {
    createSourceFile: (name: string, text: string, target: number, setsParents: boolean) => unknown
    readonly ScriptTarget: { readonly ES2015: number }
  }
  readonly create: (options: { modules: unknown[]; plugins: unknown[]; context: object }) => {
    modules: [{ declarations: DescribedElement[] }]
  }
}

const folder = `${root}/elements`

/** Returns the elements as the package's custom elements manifest describes them. */
async function describedElements(): Promise<DescribedElement[]> {
  // A variable, since the elements import from here.
  const path = `${folder}/build/custom-elements-manifest.config.ts`
  const { globs, plugins } = ((await import(path)) as { default: { globs: string[]; plugins: unknown[] } }).default
  const { create, ts } = (await import('@custom-elements-manifest/analyzer/index.js')) as unknown as Analyzer
  const modules = globSync(globs, { cwd: folder }).map((name) =>
    ts.createSourceFile(name, readFileSync(`${folder}/${name}`, 'utf8'), ts.ScriptTarget.ES2015, true)
  )
  // The other plugins write files for editors.
  return create({ modules, plugins: plugins.slice(0, 1), context: {} }).modules[0].declarations
}

const code = (text: string) => `\`${text.replaceAll('|', '\\|')}\``
const sentence = (text: string) => text.replaceAll(/\s+/g, ' ')
/** Breaks lines as the formatter does. */
const wrapped = (text: string) =>
  sentence(text)
    .replaceAll(/(.{1,100})(?: |$)/g, '$1\n')
    .trim()

function elementTables({ tagName, description, members, events, cssParts }: DescribedElement) {
  const properties = members.filter(({ kind }) => kind === 'field')
  const methods = members.filter(({ kind }) => kind === 'method')
  const tables: [string, string[]][] = [
    ['Property', ['Attribute', 'Type', 'Meaning']],
    ['Method', ['Gives', 'Meaning']],
    ['Event', ['Type', 'When']]
  ]
  const rows = [
    properties.map(({ name, attribute, type, description: meaning }) => [
      code(name),
      attribute ? code(attribute) : '–',
      code(type.text),
      sentence(meaning)
    ]),
    methods.map((one) => [code(`${one.name}()`), code(one.return.type.text), sentence(one.description)]),
    events.map((one) => [code(one.name), code(one.type.text), sentence(one.description)])
  ]
  const parts = cssParts && [
    markdownTable([
      ['Part', 'What it is'],
      ...cssParts.map(({ name, description: meaning }) => [code(name), sentence(meaning)])
    ])
  ]
  const shown = tables.map(([first, others], index) => markdownTable([[first, ...others], ...(rows[index] ?? [])]))
  return [`### \`<${tagName}>\``, wrapped(description), ...shown, ...(parts ?? [])].join('\n\n')
}

/** Properties, methods, events, parts and custom properties of the elements, between the marks of the package's page. */
export const elementsPage = {
  path: 'elements/README.md',
  async textOf(present: string) {
    const elements = await describedElements()
    const styles = new Map(elements.flatMap(({ cssProperties }) => cssProperties.map((one) => [one.name, one])))
    const rows = [...styles.values()].map((one) => [code(one.name), code(one.default), sentence(one.description)])
    const style = markdownTable([['Custom property', 'Default', 'What it is'], ...rows])
    const page = replaceBetween(present, 'elements', () => `\n${elements.map(elementTables).join('\n\n')}\n`)
    return replaceBetween(page, 'style', () => `\n${style}\n`)
  }
}
