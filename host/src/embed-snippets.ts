export type ElementName = 'customer-center' | 'customer-contact' | 'event-layers'
export type Framework = 'html' | 'react' | 'vue' | 'angular'

export interface EmbedChoices {
  readonly element: ElementName
  readonly framework: Framework
  /** The origin of the page that embeds the element; null for this server's own. */
  readonly origin: string | null
  /** Attributes beside `config-url`. */
  readonly attributes: Readonly<Record<string, string>>
  /** Custom properties that differ from the defaults. */
  readonly look: Readonly<Record<string, string>>
  /** Whether the version is fixed, with the hash of each script. */
  readonly integrity: boolean
}

export interface Served {
  /** The address, with a slash at its end. */
  readonly base: URL
  readonly version: string
  readonly config: { readonly apiUrl: string } & Readonly<Record<string, unknown>>
  /** Hashes by path in the elements' folder. */
  readonly hashes: Readonly<Record<string, string>>
}

/** A text to be copied. */
export interface Snippet {
  readonly title: string
  readonly hint: string
  readonly code: string
}

const loader = 'customer-center.js'

/** Writes all snippets that the chosen page and this server need, in the order of the steps. */
export async function snippetsFor(choices: EmbedChoices, served: Served): Promise<Snippet[]> {
  const { origin, integrity, framework } = choices
  const map = integrity ? importMap(served) : null
  const tag = tagOf(choices, served)
  const script = scriptTag(choices, served)
  // The hashes belong to this server's files, and a bundler's files have others.
  const bundled = framework !== 'html' && !integrity
  const snippets = framework === 'html' ? html(tag, script) : [bundled ? npmPackage : inIndexHtml(script)]
  if (framework !== 'html') snippets.push(...markup[framework](tag, bundled))
  if (map !== null)
    snippets.unshift({
      title: 'Import-Map',
      hint: 'In den <head>, vor alle Skripte: Der Browser lädt nur, was diese Prüfsummen hat.',
      code: `<script type="importmap">${map}</script>`
    })
  const look = Object.entries(choices.look)
  if (look.length > 0)
    snippets.push({
      title: 'Farben',
      hint: 'In ein Stylesheet der Seite.',
      code: `${choices.element} {\n${look.map(([name, value]) => `  ${name}: ${value};\n`).join('')}}`
    })
  if (origin !== null)
    snippets.push({
      title: 'Einstellung des Servers',
      hint: 'Steht dort schon eine Adresse, folgt die neue nach einem Komma. Danach neu starten.',
      code: `CORS_ORIGINS=${origin}`
    })
  snippets.push({
    title: 'Content-Security-Policy der Seite',
    hint: 'Nur wenn die Seite eine hat: Diese Quellen gehören dazu.',
    code: await policy(served, map, bundled)
  })
  snippets.push({
    title: 'Eigene Konfiguration',
    hint: 'Nur wenn die Seite andere Werte braucht als der Server: als assets/config.prod.json neben die Seite, ohne config-url und mit texts-url.',
    code: JSON.stringify(ownConfig(served), null, 2)
  })
  return snippets
}

const elementsOf = ({ base }: Served): URL => new URL('elements/', base)

/** Returns the folder of the scripts; the scripts of a fixed version never change. */
function scriptsOf(choices: Pick<EmbedChoices, 'integrity'>, served: Served): URL {
  return new URL(choices.integrity ? `${served.version}/` : 'v1/', elementsOf(served))
}

function scriptTag(choices: EmbedChoices, served: Served): string {
  const hash = served.hashes[loader]
  const guard = choices.integrity && hash !== undefined ? ` integrity="${hash}" crossorigin` : ''
  return `<script type="module" src="${new URL(loader, scriptsOf(choices, served)).href}"${guard}></script>`
}

interface Tag {
  /** The name of the element, or of its component. */
  readonly name: string
  readonly attributes: readonly (readonly [name: string, value: string])[]
}

function tagOf({ element, attributes }: EmbedChoices, served: Served): Tag {
  const configUrl = new URL('assets/config.prod.json', elementsOf(served)).href
  return { name: element, attributes: [['config-url', configUrl], ...Object.entries(attributes)] }
}

const escaped = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Writes the start of the tag, until `end`: a single attribute stands beside the name, several stand below it. */
function opened({ name, attributes }: Tag, indent: string, end: string): string {
  const pairs = attributes.map(([attribute, value]) => `${attribute}="${escaped(value)}"`)
  return pairs.length === 1
    ? `<${name} ${pairs.join('')}${end}`
    : `<${name}${pairs.map((pair) => `\n${indent}  ${pair}`).join('')}\n${indent}${end.trim()}`
}

const inIndexHtml = (script: string): Snippet => ({
  title: 'Skript',
  hint: 'In index.html, in den <head>.',
  code: script
})

const packageName = '@customer-center/elements'

const npmPackage: Snippet = {
  title: 'Paket',
  hint: 'Aus der Registry des Anbieters, oder aus dem Ordner elements/package, den npm run package macht.',
  code: `npm install ${packageName}`
}

const html = (tag: Tag, script: string): Snippet[] => [
  {
    title: 'Element und Skript',
    hint: 'Was zwischen den Tags steht, ist zu sehen, bis das Element geladen ist.',
    code: `${opened(tag, '', '>')}\n  <p>Wird geladen …</p>\n</${tag.name}>\n${script}`
  }
]

/** Markup that e2e/hosts tests with the package, or the same tag if a script of the page loads the code. */
const markup: Record<Exclude<Framework, 'html'>, (tag: Tag, bundled: boolean) => Snippet[]> = {
  react: (tag, bundled) => {
    const component = pascalCase(tag.name)
    const props = tag.attributes.map(([name, value]) => [camelCase(name), value] as const)
    const shown = bundled ? { name: component, attributes: props } : tag
    const imports = bundled ? `import { ${component} } from '${packageName}/react'\n\n` : ''
    return [
      {
        title: 'Komponente',
        hint: bundled ? 'Ab React 18.' : 'Ab React 19.',
        code: `${imports}export function Account() {\n  return (\n    ${opened(shown, '    ', ' />')}\n  )\n}`
      }
    ]
  },
  vue: (tag, bundled) => [
    {
      title: 'Komponente',
      hint: '',
      code: bundled ? vueComponent(tag) : vueTemplate(tag)
    },
    {
      title: 'vite.config',
      hint: 'Damit Vue das Element nicht für eine eigene Komponente hält.',
      code: `vue({\n  template: { compilerOptions: { isCustomElement: (tag) => tag === '${tag.name}' } }\n})`
    }
  ],
  angular: (tag, bundled) => [
    {
      title: 'Komponente',
      hint: '',
      code: `${bundled ? `import '${packageName}'\n` : ''}import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core'\n\n@Component({\n  selector: 'app-account',\n  schemas: [CUSTOM_ELEMENTS_SCHEMA],\n  template: \`\n    ${opened(tag, '    ', '>')}</${tag.name}>\n  \`\n})\nexport class Account {}`
    }
  ]
}

const vueTemplate = (tag: Tag): string => `<template>\n  ${opened(tag, '  ', ' />')}\n</template>`

/**
 * Writes a component with the address as a constant: vue-tsc reads the `//` of one in the template as a comment, and
 * events lose their types.
 */
function vueComponent({ name, attributes: [configUrl, ...others] }: Tag): string {
  const constant = `const configUrl = '${configUrl?.[1]}'`
  const imports = `import '${packageName}'\nimport type {} from '${packageName}/vue'`
  const tag: Tag = { name, attributes: [[':config-url', 'configUrl'], ...others] }
  return `<script setup lang="ts">\n${imports}\n\n${constant}\n</script>\n\n${vueTemplate(tag)}`
}

const camelCase = (name: string): string => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

const pascalCase = (name: string): string => camelCase(`-${name}`)

function importMap(served: Served): string {
  const folder = scriptsOf({ integrity: true }, served)
  const byUrl = Object.entries(served.hashes).map(([path, hash]) => [new URL(path, folder).href, hash])
  return JSON.stringify({ integrity: Object.fromEntries(byUrl) as object }, null, 2)
}

/** Writes the content security policy. A bundler's files come from the page's own origin. */
async function policy(served: Served, map: string | null, bundled: boolean): Promise<string> {
  const { origin } = served.base
  const api = new URL(served.config.apiUrl, served.base).origin
  const connections = [...new Set(["'self'", origin, api])].join(' ')
  const hash = map === null ? [] : await hashOf(map)
  const directives = [
    "default-src 'self'",
    ['script-src', "'self'", ...(bundled ? [] : [origin]), ...hash].join(' '),
    `connect-src ${connections}`,
    `img-src 'self' ${origin}`,
    'frame-src blob:',
    'object-src blob:'
  ]
  return `Content-Security-Policy: ${directives.join('; ')}`
}

/**
 * Hashes the import map, an inline script, for a policy that allows it. Browsers compute no hash on a page without
 * https.
 */
async function hashOf(text: string): Promise<string[]> {
  if (!isSecureContext) return []
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return [`'sha256-${btoa(String.fromCodePoint(...bytes))}'`]
}

/** Returns the server's configuration, with addresses that count from anywhere. */
function ownConfig(served: Served): object {
  const { config, base } = served
  const assets = new URL('assets/', elementsOf(served))
  const images = (config['images'] ?? {}) as Record<string, Record<string, string>>
  const absolute = Object.entries(images).map(([route, sizes]) => {
    const pairs = Object.entries(sizes).map(([size, url]) => [size, new URL(url, assets).href])
    return [route, Object.fromEntries(pairs) as object]
  })
  return {
    ...config,
    apiUrl: new URL(config.apiUrl, base).href,
    images: Object.fromEntries(absolute) as object
  }
}
