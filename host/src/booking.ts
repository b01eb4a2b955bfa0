import { type Course, courseKey, dateOf, htmlElement, loadCourses, priceOf } from './courses.ts'

interface Saved {
  pvaid: number
  contactId: number | null
}

const contact = document.querySelector('customer-contact')
const layers = document.querySelector<HTMLElement & { selectedSeats: readonly string[] | null }>('event-layers')
const hall = document.querySelector<HTMLElement>('.hall')
const summary = document.querySelector('.summary')
const colleagues = document.querySelector<HTMLElement>('.colleagues')
const picker = document.querySelector<HTMLSelectElement>('.colleagues select')
const seats = document.querySelector<HTMLOutputElement>('output.seats')
const saved = document.querySelector<HTMLOutputElement>('output.saved')
const button = document.querySelector<HTMLButtonElement>('.finish button')
const result = document.querySelector<HTMLOutputElement>('output.result')
const list = new Intl.ListFormat('de')

/** The course that the visitor books, once the courses are read. */
let course: Course | undefined
/** Names of the people whom the visitor has created or chosen, by number. */
const participants = new Map<number, string>()
let isLoggedIn = false

const chosenSeats = () => [...(layers?.selectedSeats ?? [])].toSorted((a, b) => Number(a) - Number(b))
const names = (ids: readonly string[]) => list.format(ids.map((id) => `Platz ${id}`))

// The person may be known, and choose, before the courses are there.
contact?.addEventListener('session-start', () => {
  isLoggedIn = true
  void offerColleagues()
})
contact?.addEventListener('session-end', () => {
  isLoggedIn = false
  participants.clear()
  if (colleagues) colleagues.hidden = true
  show()
})
contact?.addEventListener('contact-saved', (event) => void add((event as CustomEvent<Saved>).detail))

let former = 0
picker?.addEventListener('change', () => {
  participants.delete(former)
  former = Number(picker.value)
  if (former > 0) participants.set(former, picker.selectedOptions[0]?.text ?? '')
  show()
})

const wanted = new URLSearchParams(location.search).get('kurs')
const courses = await loadCourses()
course = courses.find((one) => courseKey(one) === wanted) ?? courses.find(({ isOnline }) => !isOnline)

if (course && summary && hall && button) {
  for (const [name, value] of [
    ['Kurs', course.title],
    ['Termin', dateOf(course)],
    ['Ort', course.place],
    ['Preis', `${priceOf(course)} je Person, ohne USt.`]
  ] as const)
    summary.append(htmlElement('dt', name), htmlElement('dd', value))
  // An online course has no seats.
  hall.hidden = course.isOnline
  button.addEventListener('click', finish)
  // The property has the seat only after the page had its chance to object.
  layers?.addEventListener('seat-select', () => queueMicrotask(show))
  for (const type of ['model-load', 'model-error']) layers?.addEventListener(type, show)
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

/** Says what a shop would do next: this page has no cart. */
function finish(): void {
  if (!course || !result) return
  const { isOnline, title, ...rest } = course
  const ids = chosenSeats()
  if (!isLoggedIn) {
    const login = document.createElement('a')
    login.textContent = 'melden Sie sich an'
    login.href = './'
    result.replaceChildren('Bitte ', login, ', dann wählen Sie, wer teilnimmt.')
    return
  }
  if (participants.size === 0) {
    result.value = 'Bitte wählen Sie, wer teilnimmt.'
    return
  }
  if (!isOnline && ids.length === 0) {
    result.value = 'Bitte wählen Sie zuerst einen Platz im Plan.'
    return
  }
  const people = list.format(participants.values())
  const subject = [title, dateOf(rest), ...(isOnline ? [] : [names(ids)]), `für ${people}`].join(', ')
  result.value = `In dieser Demo endet die Buchung hier: Es wurde nichts gebucht. Ein Shop legt jetzt in seinen Warenkorb: ${subject}.`
}

interface Row {
  readonly ASP_PVAID: number
  readonly ASP_VORNAME: string
  readonly ASP_NACHNAME: string
  readonly ASP_AKTIV: boolean
}

function nameOf({ ASP_VORNAME, ASP_NACHNAME }: Row): string {
  return `${ASP_VORNAME} ${ASP_NACHNAME}`
}

/** Reads contacts as the person who is logged in; null if another person is logged in by now. */
async function readContacts(query = ''): Promise<readonly Row[] | null> {
  const token = contact?.getAttribute('session-token')
  const headers = { 'CONTENT-VERSION': '1.0', ...(token && { Authorization: token }) }
  const rows = await fetch(`api/contact${query}`, { headers })
    .then(async (answer) => (answer.ok ? ((await answer.json()) as { responseData: readonly Row[] }).responseData : []))
    .catch(() => [])
  return token === contact?.getAttribute('session-token') ? rows : null
}

/** Reads the name of a saved person, since the event has only the number. */
async function add({ pvaid, contactId }: Saved): Promise<void> {
  const rows = await readContacts(`?pvaid=${pvaid}`)
  if (!rows) return
  participants.set(pvaid, rows[0] ? nameOf(rows[0]) : `Person ${contactId}`)
  show()
}

/** Lets the person choose themselves or a colleague. */
async function offerColleagues(): Promise<void> {
  const rows = await readContacts()
  if (!rows || !picker || !colleagues) return
  const active = rows.filter(({ ASP_AKTIV }) => ASP_AKTIV)
  picker.replaceChildren(
    new Option('Bitte wählen', ''),
    ...active.map((row) => new Option(nameOf(row), String(row.ASP_PVAID)))
  )
  colleagues.hidden = active.length === 0
}
