/** The style sheets of shadow roots, as they were made in this document. */
const sheetsOf = new WeakMap<ShadowRoot, readonly CSSStyleSheet[]>()
/** Copies of these sheets for other documents. */
const copies = new WeakMap<Document, WeakMap<CSSStyleSheet, CSSStyleSheet>>()

const inDom = Object.getOwnPropertyDescriptor(ShadowRoot.prototype, 'adoptedStyleSheets')

/**
 * Lets a shadow root take sheets of this document wherever it is. A sheet belongs to the document that has made it, and
 * browsers drop those of an element that goes to another one.
 */
export function keepSheetsAcrossDocuments(root: ShadowRoot): void {
  sheetsOf.set(root, [...root.adoptedStyleSheets])
  Object.defineProperty(root, 'adoptedStyleSheets', {
    ...inDom,
    set(this: ShadowRoot, sheets: readonly CSSStyleSheet[]) {
      sheetsOf.set(this, sheets)
      inDom?.set?.call(
        this,
        sheets.flatMap((sheet) => sheetFor(this.ownerDocument, sheet))
      )
    }
  })
}

/** Takes the sheets of a root, and of the roots in it, anew after it has gone to another document. */
export function adoptSheets(root: ShadowRoot): void {
  root.adoptedStyleSheets = [...(sheetsOf.get(root) ?? [])]
  for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) adoptSheets(shadowRoot)
}

/** Returns the sheet for a document; none for one without a window, such as that of a template, which takes no sheet. */
function sheetFor(page: Document, sheet: CSSStyleSheet): CSSStyleSheet | [] {
  if (page === document) return sheet
  if (!page.defaultView) return []
  const known = copies.get(page) ?? new WeakMap<CSSStyleSheet, CSSStyleSheet>()
  copies.set(page, known)
  const copy = known.get(sheet) ?? new page.defaultView.CSSStyleSheet()
  if (!known.has(sheet)) copy.replaceSync(Array.from(sheet.cssRules, ({ cssText }) => cssText).join('\n'))
  known.set(sheet, copy)
  return copy
}
