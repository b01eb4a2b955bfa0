import { customElementJetBrainsPlugin } from 'custom-element-jet-brains-integration'
import { customElementVsCodePlugin } from 'custom-element-vs-code-integration'

const outdir = 'package/lib'
const path = 'lib/customer-center.js'

/** A declaration in the manifest, as far as this file reads and changes it; the analyzer brings no types. */
interface Declaration {
  name: string
  tagName?: string
  superclass?: unknown
  attributes: { name: string; type: { text: string }; description: string; fieldName?: string }[]
  members: { kind: string; name: string; inheritedFrom?: unknown }[]
  cssProperties: { inheritedFrom?: unknown }[]
}

interface Module {
  kind: string
  path: string
  declarations: Declaration[]
  exports: unknown[]
}

const propertyOf = (attribute: string): string =>
  attribute.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Adds a property for each attribute except `id`, which is the DOM's. */
function addProperties(declaration: Declaration): void {
  for (const attribute of declaration.attributes.filter(({ name }) => name !== 'id')) {
    const { name, type, description } = attribute
    attribute.fieldName = propertyOf(name)
    const property = { kind: 'field', name: attribute.fieldName, attribute: name, description }
    declaration.members.push(Object.assign(property, { type: { text: `${type.text} | null` } }))
  }
}

/** Lists only the elements in the file that the package exports: pages do not get the classes. */
const elementsOfThePackage = {
  name: 'elements-of-the-package',
  moduleLinkPhase({ moduleDoc }: { moduleDoc: Module }): void {
    // The analyzer would remove declarations that are not exported.
    for (const { name, tagName } of moduleDoc.declarations)
      if (tagName) moduleDoc.exports.push(definition(name, tagName))
  },
  packageLinkPhase({ customElementsManifest: manifest }: { customElementsManifest: { modules: Module[] } }): void {
    const declarations = manifest.modules.flatMap((module) => module.declarations)
    const elements = declarations.filter(({ tagName }) => tagName)
    for (const element of elements) {
      addProperties(element)
      delete element.superclass
      for (const member of [...element.members, ...element.cssProperties]) delete member.inheritedFrom
    }
    const exports = elements.map(({ name, tagName }) => definition(name, tagName))
    manifest.modules = [{ kind: 'javascript-module', path, declarations: elements, exports }]
  }
}

function definition(name: string, tagName: string | undefined): object {
  return { kind: 'custom-element-definition', name: tagName, declaration: { name, module: path } }
}

const config: object = {
  globs: ['src/tags/{base-element,customer-center,customer-contact,event-layers}.ts'],
  outdir,
  plugins: [elementsOfThePackage, customElementVsCodePlugin({ outdir }), customElementJetBrainsPlugin({ outdir })]
}

export default config
