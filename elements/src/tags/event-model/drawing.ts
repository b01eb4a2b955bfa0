import type { EventModel } from '@customer-center/contract/event'
import { keepSheetsAcrossDocuments } from '../../lib/adopt-sheets.ts'
import { withLightDark } from '../../lib/light-dark.ts'
import { makeAccessible } from './accessible-svg.ts'
import css from './drawing.css?inline'
import { sanitizeSvg } from './sanitize-svg.ts'
import { findSeats, type Seat, type Seats } from './seats.ts'

/** Limit in characters; a plan of five thousand shapes has a tenth of it. Anything larger would block the page. */
const maxLength = 4_000_000

/** Error for a model that has no drawing, or one that is too large. */
class UnreadableModelError extends Error {}

/** A drawing, and the `frame` that keeps it in its place. */
export interface Drawing {
  readonly frame: HTMLElement
  readonly seats: Seats
}

/**
 * Creates a model's drawing in its own shadow root, so that its css reaches nothing else. The `frame` around it, which
 * that css cannot select, keeps it in its place. Throws UnreadableModelError.
 *
 * @param name of a drawing that has none
 * @param taken the word for a taken seat
 * @param choose called for the seat that the person presses
 */
export function createDrawing(model: EventModel, name: string, taken: string, choose: (seat: Seat) => void): Drawing {
  const svgText = model.svg ?? ''
  const cssText = model.css ?? ''
  if (svgText.length + cssText.length > maxLength) throw new UnreadableModelError('The model is too large')
  const sanitized = sanitizeSvg(svgText, cssText)
  if (!sanitized) throw new UnreadableModelError('The model has no drawing')
  const { svg } = sanitized
  const stage = document.createElement('div')
  const root = stage.attachShadow({ mode: 'open' })
  const seats = findSeats(svg, root, taken, choose)
  makeAccessible(svg, name, seats.has)
  fitDrawing(svg)
  keepSheetsAcrossDocuments(root)
  root.adoptedStyleSheets = [sheetOf(withLightDark(css)), sheetOf(sanitized.css)]
  root.append(svg)
  const frame = document.createElement('div')
  frame.className = 'frame'
  frame.setAttribute('part', 'plan')
  // For check(), whose code knows no drawing.
  frame.dataset['removed'] = sanitized.removed.join(', ')
  frame.append(stage)
  return { frame, seats }
}

function sheetOf(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  return sheet
}

/**
 * Makes a drawing at most as wide as the column and as high as the window. The style is inline and important, so that
 * no css of the model overrides it.
 */
function fitDrawing(svg: SVGSVGElement): void {
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
