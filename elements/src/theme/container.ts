import { rootClass, sheet } from './sheet.ts'

/** Creates the shadow root's only child: a box with our styles, where those that the host's page passes on end. */
export function createContainer(root: ShadowRoot): HTMLElement {
  const container = document.createElement('div')
  container.className = rootClass
  // All texts are Austrian German, whatever the page's language is: for voices and for hyphens.
  container.lang = 'de-AT'
  root.adoptedStyleSheets = [sheet]
  root.replaceChildren(container)
  return container
}
