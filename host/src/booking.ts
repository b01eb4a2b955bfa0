import { dateOf, courseKey, loadCourses, priceOf } from './courses.ts'

const contact = document.querySelector('customer-contact')
const saved = document.querySelector<HTMLOutputElement>('output.saved')

/** A shop learns of a saved contact; it would put the person into its cart. */
contact?.addEventListener('contact-saved', (event) => {
  const { contactId } = (event as CustomEvent<{ contactId: number | null }>).detail
  if (saved) saved.value = `Der Shop hat die Person übernommen${contactId === null ? '' : ` (Nummer ${contactId})`}.`
})

const layers = document.querySelector<HTMLElement & { selectedSeats: readonly string[] | null }>('event-layers')
const seats = document.querySelector<HTMLOutputElement>('output.seats')

/** A shop learns of chosen seats; it would hold them until the course is booked. */
function showSeats(): void {
  const chosen = [...(layers?.selectedSeats ?? [])].toSorted((a, b) => Number(a) - Number(b))
  const names = new Intl.ListFormat('de').format(chosen.map((id) => `Platz ${id}`))
  if (seats) seats.value = names && `Sie haben ${names} gewählt.`
}

// The property has the seat once the page has not objected.
layers?.addEventListener('seat-select', () => queueMicrotask(showSeats))
for (const type of ['model-load', 'model-error']) layers?.addEventListener(type, showSeats)

const shown = document.querySelector('.course')
const wanted = new URLSearchParams(location.search).get('kurs')
const courses = await loadCourses()
const course = courses.find((one) => courseKey(one) === wanted) ?? courses.find(({ isOnline }) => !isOnline)
if (course && shown)
  shown.textContent = [course.title, dateOf(course), course.place, `${priceOf(course)} je Person, ohne USt.`].join(
    ' · '
  )
