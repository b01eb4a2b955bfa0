import { customElementJetBrainsPlugin } from 'custom-element-jet-brains-integration'
import { customElementVsCodePlugin } from 'custom-element-vs-code-integration'

const outdir = 'lib'
const path = `${outdir}/customer-center.js`

/** @param {string} attribute */
const propertyOf = (attribute) => attribute.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase())

/** Adds the property of each attribute; that of `id` is the DOM's. */
function addProperties(declaration) {
  for (const attribute of declaration.attributes.filter(({ name }) => name !== 'id')) {
    const { name, type, description } = attribute
    attribute.fieldName = propertyOf(name)
    const property = { kind: 'field', name: attribute.fieldName, attribute: name, description }
    declaration.members.push({ ...property, type: { text: `${type.text} | null` } })
  }
}

/** Lists the elements alone, in the file that the package exports: pages do not get the classes. */
const elementsOfThePackage = {
  name: 'elements-of-the-package',
  moduleLinkPhase({ moduleDoc }) {
    // The analyzer would remove declarations that are not exported.
    for (const { name, tagName } of moduleDoc.declarations)
      if (tagName) moduleDoc.exports.push(definition(name, tagName))
  },
  packageLinkPhase({ customElementsManifest: manifest }) {
    const declarations = manifest.modules.flatMap((module) => module.declarations).filter(({ tagName }) => tagName)
    for (const declaration of declarations) {
      addProperties(declaration)
      delete declaration.superclass
      for (const member of [...declaration.members, ...declaration.cssProperties]) delete member.inheritedFrom
    }
    const exports = declarations.map(({ name, tagName }) => definition(name, tagName))
    manifest.modules = [{ kind: 'javascript-module', path, declarations, exports }]
  }
}

function definition(name, tagName) {
  return { kind: 'custom-element-definition', name: tagName, declaration: { name, module: path } }
}

export default {
  globs: ['src/tags/{base-element,customer-center,customer-contact,event-layers}.ts'],
  outdir,
  plugins: [elementsOfThePackage, customElementVsCodePlugin({ outdir }), customElementJetBrainsPlugin({ outdir })]
}
