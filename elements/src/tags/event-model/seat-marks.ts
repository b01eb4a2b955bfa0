type Point = readonly [x: number, y: number]
/** Converts points of a seat, which may be turned and scaled, to the coordinates of the drawing. */
type Place = (points: readonly Point[]) => string

const svgNamespace = 'http://www.w3.org/2000/svg'

/** Shows over a drawing which of its seats are chosen and which has the focus; drawing.css has the look. */
export function createSeatMarks(svg: SVGSVGElement) {
  const layer = document.createElementNS(svgNamespace, 'g')
  layer.id = 'kc-seat-marks'
  layer.setAttribute('aria-hidden', 'true')
  svg.append(layer)
  return (chosen: readonly SVGGraphicsElement[], focused: SVGGraphicsElement | null): void => {
    const marks = document.createDocumentFragment()
    for (const seat of chosen) marks.append(...drawOver(svg, seat, chosenMark))
    if (focused) marks.append(...drawOver(svg, focused, focusRing))
    layer.replaceChildren(marks)
  }
}

function drawOver(svg: SVGSVGElement, seat: SVGGraphicsElement, draw: typeof focusRing): SVGElement[] {
  const [drawing, own] = [svg.getScreenCTM(), seat.getScreenCTM()]
  // A seat that is not drawn has no size to measure.
  if (!drawing || !own || seat.getClientRects().length === 0) return []
  const matrix = drawing.inverse().multiply(own)
  const place: Place = (points) =>
    points
      .map(([x, y]) => new DOMPoint(x, y).matrixTransform(matrix))
      .map(({ x, y }) => `${x},${y}`)
      .join(' ')
  return draw(seat.getBBox(), place, Math.sqrt(Math.abs(own.a * own.d - own.b * own.c)) || 1)
}

/** Draws a border and a check in the corner, since a colour alone tells too few people. */
function chosenMark(box: DOMRect, place: Place): SVGElement[] {
  const [right, top, unit] = [box.x + box.width, box.y, Math.min(box.width, box.height) / 10]
  const border = place(around(box, 0))
  // A line without length and with a round end is a disc.
  const disc = place([
    [right, top],
    [right, top]
  ])
  const check = place([
    [right - 1.5 * unit, top],
    [right - 0.4 * unit, top + 1.1 * unit],
    [right + 1.6 * unit, top - 1.1 * unit]
  ])
  return [
    mark('polygon', border, 'halo'),
    mark('polygon', border, 'chosen'),
    mark('polyline', disc, 'halo', 7 * unit),
    mark('polyline', disc, 'chosen', 5.6 * unit),
    mark('polyline', check, 'check', 0.9 * unit)
  ]
}

/**
 * Draws a ring with the same distance from the seat in drawings of all sizes; an outline would grow with the drawing.
 */
function focusRing(box: DOMRect, place: Place, scale: number): SVGElement[] {
  const ring = place(around(box, 4 / scale))
  return [mark('polygon', ring, 'halo'), mark('polygon', ring, 'focus')]
}

/** Returns a box with round corners, as most seats are drawn: a superellipse. */
function around({ x, y, width, height }: DOMRect, more: number): Point[] {
  const half = (length: number, part: number) => Math.sign(part) * Math.abs(part) ** 0.25 * (length / 2 + more)
  return Array.from({ length: 40 }, (_, index) => {
    const angle = (index * Math.PI) / 20
    return [x + width / 2 + half(width, Math.cos(angle)), y + height / 2 + half(height, Math.sin(angle))]
  })
}

/** Makes a mark. Its points are an attribute: they are no property of css, which would be reset with the rest. */
function mark(tag: 'polygon' | 'polyline', points: string, name: string, width?: number): SVGElement {
  const element = document.createElementNS(svgNamespace, tag)
  element.setAttribute('points', points)
  element.setAttribute('class', name)
  if (width !== undefined) element.style.strokeWidth = `${width}px`
  return element
}
