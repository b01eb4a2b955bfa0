import { drawnName, notDrawn } from './accessible-svg.ts'
import { createSeatMarks } from './seat-marks.ts'

/** A seat of a drawing: all marks with its id. */
export interface Seat {
  readonly id: string
  readonly label: string
  readonly taken: boolean
  readonly marks: readonly SVGGraphicsElement[]
  /** The first of the marks, which gets the focus. */
  readonly stop: SVGGraphicsElement
}

export interface Seats {
  /** Whether the drawing marks any seats. */
  readonly has: boolean
  /** Shows the free seats with these ids as chosen, and no others. */
  readonly select: (ids: readonly string[]) => void
  readonly isTaken: (id: string) => boolean
}

/** Limit of marks, as of shapes. */
const maxMarks = 20_000
/**
 * Limit of the movement of a click, in px: a finger or mouse that has moved further was moving the page, not choosing.
 */
const maxPixelsOfClick = 6

/**
 * Finds the marked seats of a sanitized drawing and makes them buttons behind one tab stop. A mark inside another mark,
 * or in a place that is not drawn, is no seat. One listener of each kind serves all seats.
 *
 * @param root of the drawing; Chromium gives the tab stop to an svg that listens for focus itself
 * @param taken the word for a taken seat, for screen readers
 * @param choose called for the seat that the person presses
 */
export function findSeats(svg: SVGSVGElement, root: ShadowRoot, taken: string, choose: (seat: Seat) => void): Seats {
  const seats = readSeats(svg)
  for (const seat of seats.values()) describe(seat, taken)
  const free = [...seats.values()].filter((seat) => !seat.taken)
  free[0]?.stop.setAttribute('tabindex', '0')
  const select = free.length > 0 ? makeChoosable(svg, root, seats, free, choose) : () => undefined
  return { has: seats.size > 0, select, isTaken: (id) => seats.get(id)?.taken ?? false }
}

function readSeats(svg: SVGSVGElement): Map<string, Seat> {
  const marksById = new Map<string, SVGGraphicsElement[]>()
  for (const [index, mark] of svg.querySelectorAll<SVGGraphicsElement>('[data-seat]').entries()) {
    const id = mark.dataset['seat'] ?? ''
    const known = marksById.get(id)
    const counts = index < maxMarks && !mark.closest(notDrawn) && !mark.parentElement?.closest('[data-seat]')
    if (!counts) mark.removeAttribute('data-seat')
    else if (known) known.push(mark)
    else marksById.set(id, [mark])
  }
  const seats = Array.from(marksById, ([id, marks]): [string, Seat] => {
    const label = marks.map((mark) => mark.dataset['seatLabel'] ?? drawnName(mark)).find(Boolean) ?? id
    return [id, { id, label, marks, stop: marks[0]!, taken: marks.some(isMarkedTaken) }]
  })
  return new Map(seats)
}

/** Tells whether a mark says that the seat is taken; some templates write `false` for an attribute without a value. */
function isMarkedTaken({ dataset }: SVGElement): boolean {
  return (dataset['seatTaken'] ?? 'false') !== 'false'
}

function describe({ label, taken, marks, stop }: Seat, takenWord: string): void {
  for (const mark of marks) {
    mark.removeAttribute('aria-labelledby')
    mark.setAttribute('aria-label', taken && takenWord ? `${label}, ${takenWord}` : label)
    mark.setAttribute('role', taken ? 'img' : 'button')
    mark.toggleAttribute('data-seat-taken', taken)
    if (!taken) mark.setAttribute('aria-pressed', 'false')
    if (mark !== stop) mark.setAttribute('aria-hidden', 'true')
  }
  if (!taken) stop.setAttribute('tabindex', '-1')
}

/** Makes the free seats follow keys, mouse and fingers; returns the function that shows other seats as chosen. */
function makeChoosable(
  svg: SVGSVGElement,
  root: ShadowRoot,
  seats: ReadonlyMap<string, Seat>,
  free: readonly Seat[],
  choose: (seat: Seat) => void
): Seats['select'] {
  const drawMarks = createSeatMarks(svg)
  let chosen: readonly Seat[] = []
  let frame = 0
  const show = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => {
      const shown = chosen.flatMap((seat) => seat.marks)
      drawMarks(shown, svg.querySelector<SVGGraphicsElement>('[data-seat]:focus-visible'))
    })
  }
  const seatAt = ({ target }: Event): Seat | null => {
    const mark = target instanceof Element ? target.closest<SVGElement>('[data-seat]') : null
    const seat = seats.get(mark?.dataset['seat'] ?? '')
    return seat && !seat.taken ? seat : null
  }

  followPointer(svg, seatAt, choose)
  followKeys(
    svg,
    seatAt,
    free.map((seat) => seat.stop),
    choose
  )
  root.addEventListener('focusin', (event) => {
    const stop = seatAt(event)?.stop
    if (!stop) return
    for (const other of svg.querySelectorAll('[data-seat][tabindex="0"]')) other.setAttribute('tabindex', '-1')
    stop.setAttribute('tabindex', '0')
    show()
  })
  root.addEventListener('focusout', show)
  // The observer also reports the first size, and the size after the page has shown a hidden drawing.
  new ResizeObserver(show).observe(svg)

  return (ids) => {
    const wanted = new Set(ids)
    chosen = free.filter(({ id }) => wanted.has(id))
    for (const seat of free)
      for (const mark of seat.marks) mark.setAttribute('aria-pressed', String(wanted.has(seat.id)))
    show()
  }
}

type SeatAt = (event: Event) => Seat | null

function followPointer(svg: SVGSVGElement, seatAt: SeatAt, choose: (seat: Seat) => void): void {
  let pressedAt: Pick<MouseEvent, 'clientX' | 'clientY'> | null = null
  svg.addEventListener('pointerdown', (event) => (pressedAt = event))
  svg.addEventListener('click', (event) => {
    const from = pressedAt ?? event
    pressedAt = null
    const seat = seatAt(event)
    const way = Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY)
    if (seat && way <= maxPixelsOfClick) choose(seat)
  })
}

function followKeys(
  svg: SVGSVGElement,
  seatAt: SeatAt,
  stops: readonly SVGGraphicsElement[],
  choose: (seat: Seat) => void
): void {
  svg.addEventListener('keydown', (event) => {
    const seat = seatAt(event)
    const { key } = event
    const move = moves.get(key)
    if (!seat || event.altKey || event.ctrlKey || event.metaKey) return
    if (key === 'Enter' || key === ' ') {
      event.preventDefault()
      if (!event.repeat) choose(seat)
    } else if (move) {
      event.preventDefault()
      move(seat.stop, stops)?.focus()
    }
  })
}

type Move = (from: SVGGraphicsElement, stops: readonly SVGGraphicsElement[]) => SVGGraphicsElement | undefined

/**
 * Moves by key. Arrows lead to the seat in their direction; the other keys lead through the seats in the order of the
 * drawing, which leaves none out.
 */
const moves = new Map<string, Move>([
  ['ArrowRight', (from, stops) => nearest(from, stops, [1, 0])],
  ['ArrowLeft', (from, stops) => nearest(from, stops, [-1, 0])],
  ['ArrowDown', (from, stops) => nearest(from, stops, [0, 1])],
  ['ArrowUp', (from, stops) => nearest(from, stops, [0, -1])],
  ['Home', (_, stops) => stops[0]],
  ['End', (_, stops) => stops.at(-1)],
  ['PageUp', (from, stops) => stops[stops.indexOf(from) - 1]],
  ['PageDown', (from, stops) => stops[stops.indexOf(from) + 1]]
])

/**
 * Returns the element that a person sees next to another in a direction: the next one beside it, also across an aisle,
 * else the nearest within 45 degrees; undefined if there is none. Elements of the same row come before nearer ones of
 * other rows, so that in a curved hall with few free seats the arrows may miss a seat.
 */
function nearest<Kind extends Element>(
  from: Kind,
  others: readonly Kind[],
  [x, y]: readonly [x: number, y: number]
): Kind | undefined {
  const a = from.getBoundingClientRect()
  let found: { other: Kind; beside: boolean; distance: number } | undefined
  for (const other of others) {
    const b = other.getBoundingClientRect()
    const [right, down] = [b.left - a.left + (b.width - a.width) / 2, b.top - a.top + (b.height - a.height) / 2]
    const along = right * x + down * y
    const across = Math.abs(right * y) + Math.abs(down * x)
    // Widths of the two as seen in the direction of the move.
    const width = y === 0 ? (a.height + b.height) / 2 : (a.width + b.width) / 2
    const beside = across < width
    const distance = along + across
    if (other === from || along < 1 || (!beside && across > along)) continue
    if (!found || (beside === found.beside ? distance < found.distance : beside)) found = { other, beside, distance }
  }
  return found?.other
}
