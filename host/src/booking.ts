import { type Course, courseKey, dateOf, loadCourses, priceOf } from './courses.ts'

interface Saved {
  pvaid: number
  contactId: number | null
}

const contact = document.querySelector('customer-contact')
const layers = document.querySelector<HTMLElement & { selectedSeats: readonly string[] | null }>('event-layers')
const hall = document.querySelector<HTMLElement>('.hall')
const shown = document.querySelector('.course')
const seats = document.querySelector<HTMLOutputElement>('output.seats')
const saved = document.querySelector<HTMLOutputElement>('output.saved')
const button = document.querySelector<HTMLButtonElement>('.finish button')
const result = document.querySelector<HTMLOutputElement>('output.result')
const list = new Intl.ListFormat('de')

const wanted = new URLSearchParams(location.search).get('kurs')
const courses = await loadCourses()
const course = courses.find((one) => courseKey(one) === wanted) ?? courses.find(({ isOnline }) => !isOnline)
/** Names of those whom the visitor has created, by number. */
const participants = new Map<number, string>()

const chosenSeats = () => [...(layers?.selectedSeats ?? [])].toSorted((a, b) => Number(a) - Number(b))
const names = (ids: readonly string[]) => list.format(ids.map((id) => `Platz ${id}`))

if (course && shown && hall && button) {
  shown.textContent = [course.title, dateOf(course), course.place, `${priceOf(course)} je Person, ohne USt.`].join(
    ' · '
  )
  // Nobody sits anywhere in an online course.
  hall.hidden = course.isOnline
  button.addEventListener('click', () => finish(course))
  // The property has the seat once the page has not objected.
  layers?.addEventListener('seat-select', () => queueMicrotask(show))
  for (const type of ['model-load', 'model-error']) layers?.addEventListener(type, show)
  contact?.addEventListener('contact-saved', (event) => void add((event as CustomEvent<Saved>).detail))
  contact?.addEventListener('session-end', () => {
    participants.clear()
    show()
  })
  show()
  button.parentElement!.hidden = false
}

/** Shows what a shop learns from the elements: it would hold the seats and put the persons into its cart. */
function show(): void {
  if (!course || !button || !seats || !saved || !result) return
  const ids = chosenSeats()
  const people = list.format(participants.values())
  const price = priceOf({ price: course.price * Math.max(ids.length, 1) })
  seats.value = names(ids) && `Sie haben ${names(ids)} gewählt.`
  saved.value = people && `Der Shop kennt jetzt ${people}.`
  button.textContent = `${course.isOnline ? 'Kurs' : names(ids) || 'Platz'} buchen · ${price}`
  result.value = ''
}

/** Says what a shop would do now: this page has no cart. */
function finish({ isOnline, title, ...rest }: Course): void {
  if (!result) return
  const ids = chosenSeats()
  if (!isOnline && ids.length === 0) {
    result.value = 'Bitte wählen Sie zuerst einen Platz im Plan.'
    return
  }
  const people = list.format(participants.values())
  const subject = [title, dateOf(rest), ...(isOnline ? [] : [names(ids)]), ...(people ? [`für ${people}`] : [])].join(
    ', '
  )
  result.value = `In dieser Demo endet die Buchung hier: Es wurde nichts gebucht. Ein Shop legt jetzt in seinen Warenkorb: ${subject}.`
}

/** Reads the name of a saved person, whom the event has by number alone. */
async function add({ pvaid, contactId }: Saved): Promise<void> {
  const token = contact?.getAttribute('session-token')
  const headers = { 'CONTENT-VERSION': '1.0', ...(token && { Authorization: token }) }
  type Row = Record<'ASP_VORNAME' | 'ASP_NACHNAME', string>
  const row = await fetch(`api/contact?pvaid=${pvaid}`, { headers })
    .then(async (answer) => answer.ok && ((await answer.json()) as { responseData: readonly Row[] }).responseData[0])
    .catch(() => null)
  // Somebody else may be at the screen by now.
  if (token !== contact?.getAttribute('session-token')) return
  participants.set(pvaid, row ? `${row.ASP_VORNAME} ${row.ASP_NACHNAME}` : `Person ${contactId}`)
  show()
}
