import type { EventModel } from '@customer-center/contract/event-model'
import css from './picture.css?inline'
import { makeReadable } from './readable.ts'
import { safeStyleSheet } from './safe-css.ts'
import { safeSvg } from './safe-svg.ts'

/** In characters; a plan of five thousand shapes has a tenth of it. What is larger would hold up the page. */
const mostText = 4_000_000

/** No drawing, or one that is too large. */
export class UnreadableModel extends Error {}

/**
 * A model's drawing in a shadow root of its own, so that its css reaches nothing but the drawing; the `frame` around it, which that
 * css cannot name, keeps it in its place. Throws UnreadableModel.
 */
export function pictureOf(model: EventModel, name: string): HTMLElement {
  const svgText = model.svg ?? ''
  const cssText = model.css ?? ''
  if (svgText.length + cssText.length > mostText) throw new UnreadableModel('The model is too large')
  const drawing = safeSvg(svgText)
  if (!drawing) throw new UnreadableModel('The model has no drawing')
  const { svg } = drawing
  makeReadable(svg, name)
  fit(svg)
  const stage = document.createElement('div')
  const root = stage.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [sheetOf(css), sheetOf(safeStyleSheet(`${drawing.css}\n${cssText}`))]
  root.append(svg)
  const frame = document.createElement('div')
  frame.className = 'frame'
  frame.setAttribute('part', 'plan')
  frame.append(stage)
  return frame
}

function sheetOf(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  return sheet
}

/** As wide as the column at most, and never higher than the window. Important and inline, so that no css of the model is stronger. */
function fit(svg: SVGSVGElement): void {
  const [width, height] = ['width', 'height'].map((name) => Number.parseFloat(svg.getAttribute(name) ?? ''))
  if (!svg.hasAttribute('viewBox') && width && height) svg.setAttribute('viewBox', `0 0 ${width} ${height}`)
  const sizes = {
    display: 'block',
    'margin-inline': 'auto',
    'max-inline-size': '100%',
    'block-size': 'auto',
    'max-block-size': '100vh'
  }
  for (const [property, value] of Object.entries(sizes)) svg.style.setProperty(property, value, 'important')
}
