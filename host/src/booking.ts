import { dateOf, keyOf, loadCourses, priceOf } from './courses.ts'

const contact = document.querySelector('customer-contact')
const saved = document.querySelector<HTMLOutputElement>('output.saved')

/** A shop learns of a saved contact; it would put the person into its cart. */
contact?.addEventListener('contact-saved', (event) => {
  const { contactId } = (event as CustomEvent<{ contactId: number | null }>).detail
  if (saved) saved.value = `Der Shop hat die Person übernommen${contactId === null ? '' : ` (Nummer ${contactId})`}.`
})

const shown = document.querySelector('.course')
const wanted = new URLSearchParams(location.search).get('kurs')
const courses = await loadCourses()
const course = courses.find((one) => keyOf(one) === wanted) ?? courses.find(({ isOnline }) => !isOnline)
if (course && shown)
  shown.textContent = [course.title, dateOf(course), course.place, `${priceOf(course)} je Person, ohne USt.`].join(
    ' · '
  )
