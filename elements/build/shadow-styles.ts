import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { normalizePath, type Plugin } from 'vite'

const sheet = normalizePath(fileURLToPath(new URL('../src/theme/sheet.ts', import.meta.url)))

/**
 * Makes `import './button.css'` add the rules to the one sheet of our shadow roots, where Vite would add them to the
 * host's document. They travel with the chunk of the importing file.
 */
export const shadowStyles: Plugin = {
  name: 'shadow-styles',
  enforce: 'pre',
  // The id must not look like that of a style sheet, which Vite would transform.
  resolveId: (id, importer) =>
    importer && id.endsWith('.css') ? `\0${normalizePath(resolve(dirname(importer), id))}.js` : null,
  load(id) {
    if (!id.startsWith('\0') || !id.endsWith('.css.js')) return null
    const css = JSON.stringify(`${id.slice(1, -'.js'.length)}?inline`)
    return `import { addStyles } from ${JSON.stringify(sheet)}\nimport css from ${css}\naddStyles(css)`
  }
}
