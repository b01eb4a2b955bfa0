// Writes the list of the components of server and elements (CycloneDX), and the texts of their licences, into dist/.
// Then it asks the registry for known vulnerabilities. It ends with 1 if a component has no licence, or a
// vulnerability.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { ensureBuilt } from './lib/build.ts'
import { licenceOf } from './lib/licences.ts'
import { root, run, stop } from './lib/run.ts'

interface Component {
  readonly type: string
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly licenses: readonly [{ readonly expression: string }]
}

interface Bill {
  readonly metadata: { readonly component: object }
  readonly components: readonly (Omit<Component, 'licenses'> & { readonly licenses?: readonly Licence[] })[]
}

interface Licence {
  readonly expression?: string
  readonly license?: { readonly id?: string }
}

/** A package whose code is in the elements, according to their build. */
interface Bundled {
  readonly name: string
  readonly version: string
  readonly identifier?: string
  readonly text?: string
}

await ensureBuilt()
const missing: string[] = []
const bill = JSON.parse(await npm('sbom', '--sbom-format=cyclonedx', '--omit=dev', '--workspace=server')) as Bill
const bundled = JSON.parse(readFileSync(`${root}/elements/dist/third-party-notices.json`, 'utf8')) as readonly Bundled[]

const ofServer = bill.components
  .filter(({ name, purl }) => !purl.includes('%40customer-center/') && name !== 'customer-center')
  .map((one): Component => licensed(one, one.licenses?.[0]?.expression ?? one.licenses?.[0]?.license?.id))
const textOfBundled = new Map(bundled.map(({ name, version, text }) => [`${name}@${version}`, text]))
const known = new Set(ofServer.map((one) => one['bom-ref']))
const ofElements = bundled.map(asComponent).filter((one) => !known.has(one['bom-ref']))
const components = [...ofServer, ...ofElements].toSorted((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1))
if (missing.length > 0) stop(`Without a licence: ${missing.join(', ')}`)

mkdirSync(`${root}/dist`, { recursive: true })
const component = { ...bill.metadata.component, name: 'customer-center' }
const whole = {
  ...bill,
  metadata: { ...bill.metadata, component },
  components,
  dependencies: undefined
}
writeFileSync(`${root}/dist/sbom.cdx.json`, `${JSON.stringify(whole, undefined, 2)}\n`)
const notices = components.map(
  (one) =>
    `${one['bom-ref']} (${one.licenses[0].expression})\n\n${textOfBundled.get(one['bom-ref']) ?? licenceTexts(one.name)}\n`
)
writeFileSync(`${root}/dist/THIRD-PARTY-NOTICES.txt`, notices.join(`\n${'-'.repeat(80)}\n\n`))
console.log(`dist/sbom.cdx.json and dist/THIRD-PARTY-NOTICES.txt name ${components.length} components.`)

const { metadata, message } = JSON.parse(await npm('audit', '--json')) as {
  readonly metadata?: { readonly vulnerabilities: Readonly<Record<string, number>> }
  readonly message?: string
}
if (metadata) console.log('Known vulnerabilities:', metadata.vulnerabilities)
else console.log(`Known vulnerabilities: NOT CHECKED, since the registry does not tell (${message ?? 'no answer'}).`)
process.exitCode = metadata?.vulnerabilities['total'] ? 1 : 0

async function npm(...args: string[]): Promise<string> {
  return (await run('npm', [...args, '--loglevel=silent'], { quiet: true })).output
}

function licensed(one: Bill['components'][number], named: string | undefined): Component {
  const { licenses, ...rest } = one
  const expression = licenceOf(one.name, named)
  if (!expression) missing.push(`${one['bom-ref']} ${JSON.stringify(licenses ?? null)}`)
  return { ...rest, licenses: [{ expression: expression ?? '' }] }
}

function asComponent({ name, version, identifier }: Bundled): Component {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const one = { type: 'library', 'bom-ref': `${name}@${version}`, name, version, purl }
  return licensed(one, identifier)
}

function licenceTexts(name: string): string {
  const folder = [`${root}/node_modules/${name}`, `${root}/server/node_modules/${name}`].find(existsSync)
  if (!folder) return ''
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
  return files.map((file) => readFileSync(`${folder}/${file}`, 'utf8').trim()).join('\n\n')
}
