export type ElementName = 'customer-center' | 'customer-contact' | 'event-layers'
export type Framework = 'html' | 'react' | 'vue' | 'angular'

/** What a developer has chosen on the page. */
export interface Choices {
  readonly element: ElementName
  readonly framework: Framework
  /** Of the page that embeds the element; null if this server's own. */
  readonly origin: string | null
  /** Attributes beside `config-url`. */
  readonly attributes: Readonly<Record<string, string>>
  /** Custom properties that differ from the defaults. */
  readonly look: Readonly<Record<string, string>>
  /** A fixed version, with the hash of each script. */
  readonly integrity: boolean
}

/** What this server serves. */
export interface Served {
  /** With a slash at its end. */
  readonly base: URL
  readonly version: string
  /** The configuration that is served with the elements. */
  readonly config: { readonly apiUrl: string } & Readonly<Record<string, unknown>>
  /** Path in the elements' folder to hash. */
  readonly hashes: Readonly<Record<string, string>>
}

/** Something to be copied. */
export interface Snippet {
  readonly title: string
  readonly hint: string
  readonly code: string
}

const loader = 'customer-center.js'

/** All that the chosen page and this server need, in the order in which it is done. */
export async function snippetsFor(choices: Choices, served: Served): Promise<Snippet[]> {
  const { origin, integrity, framework } = choices
  const map = integrity ? importMap(served) : null
  const script = scriptTag(choices, served)
  const shown = markup[framework](tagOf(choices, served), script)
  const snippets = [...shown]
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
    code: await policy(served, map)
  })
  snippets.push({
    title: 'Eigene Konfiguration',
    hint: 'Nur wenn die Seite andere Werte braucht als der Server: als assets/config.prod.json neben die Seite, ohne config-url und mit texts-url.',
    code: JSON.stringify(ownConfig(served), null, 2)
  })
  return snippets
}

const elementsOf = ({ base }: Served): URL => new URL('elements/', base)

/** Where the scripts are: those of one version never change. */
function scriptsOf(choices: Pick<Choices, 'integrity'>, served: Served): URL {
  return new URL(choices.integrity ? `${served.version}/` : 'v1/', elementsOf(served))
}

function scriptTag(choices: Choices, served: Served): string {
  const hash = served.hashes[loader]
  const guard = choices.integrity && hash !== undefined ? ` integrity="${hash}" crossorigin` : ''
  return `<script type="module" src="${new URL(loader, scriptsOf(choices, served)).href}"${guard}></script>`
}

interface Tag {
  readonly name: ElementName
  readonly attributes: readonly (readonly [name: string, value: string])[]
}

function tagOf({ element, attributes }: Choices, served: Served): Tag {
  const configUrl = new URL('assets/config.prod.json', elementsOf(served)).href
  return { name: element, attributes: [['config-url', configUrl], ...Object.entries(attributes)] }
}

const escaped = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** The start of the tag, until `end`: one attribute beside the name, several below it. */
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

const markup: Record<Framework, (tag: Tag, script: string) => Snippet[]> = {
  html: (tag, script) => [
    {
      title: 'Element und Skript',
      hint: 'Was zwischen den Tags steht, ist zu sehen, bis das Element geladen ist.',
      code: `${opened(tag, '', '>')}\n  <p>Wird geladen …</p>\n</${tag.name}>\n${script}`
    }
  ],
  react: (tag, script) => [
    inIndexHtml(script),
    {
      title: 'Komponente',
      hint: `Ab React 19. Komponenten mit Typen, auch für React 18: import { ${pascalCase(tag.name)} } from '@customer-center/elements/react'.`,
      code: `export function ${pascalCase(tag.name)}() {\n  return (\n    ${opened(tag, '    ', ' />')}\n  )\n}`
    }
  ],
  vue: (tag, script) => [
    inIndexHtml(script),
    {
      title: 'Komponente',
      hint: '',
      code: `<template>\n  ${opened(tag, '  ', ' />')}\n</template>`
    },
    {
      title: 'vite.config',
      hint: 'Damit Vue das Element nicht für eine eigene Komponente hält.',
      code: `vue({\n  template: { compilerOptions: { isCustomElement: (tag) => tag === '${tag.name}' } }\n})`
    }
  ],
  angular: (tag, script) => [
    inIndexHtml(script),
    {
      title: 'Komponente',
      hint: '',
      code: `import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core'\n\n@Component({\n  selector: 'app-${tag.name}',\n  schemas: [CUSTOM_ELEMENTS_SCHEMA],\n  template: \`\n    ${opened(tag, '    ', '>')}</${tag.name}>\n  \`\n})\nexport class ${pascalCase(tag.name)}Component {}`
    }
  ]
}

const pascalCase = (name: string): string =>
  name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())

function importMap(served: Served): string {
  const folder = scriptsOf({ integrity: true }, served)
  const byUrl = Object.entries(served.hashes).map(([path, hash]) => [new URL(path, folder).href, hash])
  return JSON.stringify({ integrity: Object.fromEntries(byUrl) as object }, null, 2)
}

async function policy(served: Served, map: string | null): Promise<string> {
  const { origin } = served.base
  const api = new URL(served.config.apiUrl, served.base).origin
  const connections = [...new Set(["'self'", origin, api])].join(' ')
  const hash = map === null ? [] : await hashOf(map)
  const directives = [
    "default-src 'self'",
    ['script-src', "'self'", origin, ...hash].join(' '),
    `connect-src ${connections}`,
    `img-src 'self' ${origin}`,
    'frame-src blob:',
    'object-src blob:'
  ]
  return `Content-Security-Policy: ${directives.join('; ')}`
}

/** By which a policy allows the import map, an inline script. Browsers compute none on a page without https. */
async function hashOf(text: string): Promise<string[]> {
  if (!isSecureContext) return []
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return [`'sha256-${btoa(String.fromCodePoint(...bytes))}'`]
}

/** The server's configuration, with addresses that count from anywhere. */
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
